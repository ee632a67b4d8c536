package dev.attune.lab.run;

import java.io.IOException;
import java.io.Serializable;

/** Makes a plan, on whatever machine: what is sent to those who play its cells elsewhere. */
@FunctionalInterface
public interface PlanMaker extends Serializable {
    /** The plan, with its data read from where they are on this machine. */
    Plan make() throws IOException;
}
