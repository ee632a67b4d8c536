package dev.attune.lab.data;

import java.util.List;

/**
 * A data set that Attune knows how to read. The data themselves are never part of Attune.
 *
 * @param name what it is called everywhere
 * @param title what it is, in a line
 * @param terms under what conditions it may be used
 * @param link where the terms and the data are explained
 * @param url where it can be downloaded, or nothing if the user must bring it
 * @param files the files it consists of; none for click logs, which come as any number of files
 * @param logs how the names of its click logs begin, or nothing
 */
public record DataSet(
        String name, String title, String terms, String link, String url, List<DataFile> files, String logs) {
    /** Returns whether it can be downloaded. */
    public boolean downloadable() {
        return !url.isEmpty();
    }

    /** Returns a hint on the command that gets it. */
    public String command() {
        return downloadable()
                ? "run 'attune data " + name + "', or 'attune data " + name + " --from PATH' if you have it"
                : "run 'attune data " + name + " --from PATH' with your copy";
    }

    /** Returns a copy with another address; rejects a data set that cannot be downloaded. */
    public DataSet from(String otherUrl) {
        if (!downloadable()) {
            throw new IllegalArgumentException(name + " cannot be downloaded; " + command());
        }
        return new DataSet(name, title, terms, link, otherUrl, files, logs);
    }
}
