package dev.attune.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What {@code attune --version} prints: the build's version, then the JVM it runs on. */
final class BuildVersion implements IVersionProvider {
    /** The build's version alone. */
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
