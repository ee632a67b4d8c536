package dev.attune.lab.run;

import java.io.IOException;
import java.io.Serializable;

/** Makes a plan on any machine; sent to the machines that play its cells. */
@FunctionalInterface
public interface PlanMaker extends Serializable {
    /** Makes the plan, with data read on this machine. */
    Plan make() throws IOException;
}
