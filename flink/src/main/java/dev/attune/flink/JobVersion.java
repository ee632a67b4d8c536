package dev.attune.flink;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The version of Attune that this job was built with. */
public final class JobVersion {
    private JobVersion() {}

    /** Such as 1.2.0. */
    public static String number() throws IOException {
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
