package dev.attune.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The output of {@code attune --version}: the version of the build and the JVM. */
final class BuildVersion implements IVersionProvider {
    /** Returns the version of the build. */
    static String number() throws IOException {
        Properties build = new Properties();
        try (InputStream in = BuildVersion.class.getResourceAsStream("build.properties")) {
            if (in == null) {
                throw new IOException("build.properties is missing from the jar");
            }
            build.load(in);
        }
        return build.getProperty("version", "unknown");
    }

    @Override
    public String[] getVersion() throws IOException {
        return new String[] {
            "attune " + number(),
            "Java " + Runtime.version() + " (" + System.getProperty("java.vm.name") + ", "
                    + System.getProperty("java.vm.vendor") + ") on " + System.getProperty("os.name") + " "
                    + System.getProperty("os.arch")
        };
    }
}
