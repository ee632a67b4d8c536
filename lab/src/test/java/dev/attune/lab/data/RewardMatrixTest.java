package dev.attune.lab.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RewardMatrixTest {
    private static final List<String> CLASSES = List.of("1", "2");

    @Test
    void theCheapestIsWorthOneAndTheDearestNothing() throws IOException {
        // rows and columns in another order than the classes, which look like column numbers
        double[][] reward = RewardMatrix.rewards(TextContent.of("right,2,1", "2,0,10", "1,5,0"), CLASSES);

        assertThat(reward[0]).containsExactly(1, 0.5); // right is 1: arm 1 costs 0, arm 2 costs 5
        assertThat(reward[1]).containsExactly(0, 1);
    }

    @Test
    void whatIsWrongIsNamed() {
        assertThatThrownBy(() -> RewardMatrix.rewards(TextContent.of("right,1", "1,0"), CLASSES))
                .isInstanceOf(IOException.class)
                .hasMessage("test.csv has costs for 1 classes and 1 arms, but the data have 2 classes: 1, 2");
        assertThatThrownBy(() -> RewardMatrix.rewards(TextContent.of("right,1,3", "1,0,1", "2,1,0"), CLASSES))
                .isInstanceOf(IOException.class)
                .hasMessage("test.csv has no column for the class 2; its first row must name the arms");
        assertThatThrownBy(() -> RewardMatrix.rewards(TextContent.of("right,1,2", "1,0,1", "1,1,0"), CLASSES))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(
                        "test.csv line 3: column right: '1' is not a class of the data, or is there twice");
        assertThatThrownBy(() -> RewardMatrix.rewards(TextContent.of("right,1,2", "1,0,x", "2,1,0"), CLASSES))
                .isInstanceOf(IOException.class)
                .hasMessage("test.csv line 2: column 2: 'x' is not a number");
        assertThatThrownBy(() -> RewardMatrix.rewards(TextContent.of("right,1,2", "1,1,1", "2,1,1"), CLASSES))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("all costs are 1.0");
    }
}
