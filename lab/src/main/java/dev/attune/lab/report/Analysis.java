package dev.attune.lab.report;

import java.util.List;

/**
 * What a run says, in numbers: everything that tables, figures and the page show, computed once.
 *
 * @param title of the run
 * @param panels one for each environment and policy, in the order of the spec
 */
public record Analysis(String title, List<Panel> panels) {}
