package dev.attune.server.runtime;

import static dev.attune.server.runtime.TestRuntime.assertFails;
import static dev.attune.server.runtime.TestRuntime.failure;
import static dev.attune.server.runtime.TestRuntime.join;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.server.runtime.ServiceException.Reason;
import java.io.IOException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WorkerPoolTest {
    private final WorkerPool pool = new WorkerPool("test", 1, 1, "too much work", 7);

    @Test
    void acceptedWorkIsDoneOrFailsAndMoreThanTheQueueHoldsIsRejected() throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        CompletionStage<String> running = pool.submit(() -> {
            started.countDown();
            gate.await();
            return Thread.currentThread().getName();
        });
        started.await();
        CompletionStage<Object> queued = pool.submit(() -> {
            throw new IOException("no disk");
        });
        assertThat(failure(pool.submit(() -> 1))).isInstanceOfSatisfying(ServiceException.class, busy -> {
            assertThat(busy.reason()).isEqualTo(Reason.BUSY);
            assertThat(busy.retrySeconds()).isEqualTo(7);
            assertThat(busy).hasMessage("too much work");
        });
        gate.countDown();
        assertThat(join(running)).isEqualTo("test-1");
        assertThat(failure(queued)).isInstanceOf(IOException.class).hasMessage("no disk");
        pool.close();
        assertFails(pool.submit(() -> 1), Reason.STOPPED);
    }

    @Test
    void closingWaitsForAcceptedWork() {
        CompletionStage<Integer> first = pool.submit(() -> {
            Thread.sleep(50);
            return 1;
        });
        CompletionStage<Integer> second = pool.submit(() -> 2);
        pool.close();
        assertThat(first.toCompletableFuture()).isCompletedWithValue(1);
        assertThat(second.toCompletableFuture()).isCompletedWithValue(2);
    }
}
