package dev.attune.flink.sweep;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The version of Attune that this job was built with. */
final class JobVersion {
    private JobVersion() {}

    /** Returns the version, such as 1.2.0. */
    static String number() throws IOException {
        Properties build = new Properties();
        try (InputStream in = JobVersion.class.getResourceAsStream("build.properties")) {
            if (in == null) {
                throw new IOException("build.properties is missing from the jar");
            }
            build.load(in);
        }
        return build.getProperty("version", "unknown");
    }
}
