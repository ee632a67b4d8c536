package dev.attune.flink.sweep;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.runtime.operators.coordination.OperatorEventGateway;
import org.apache.flink.streaming.api.operators.collect.CollectSinkFunction;
import org.apache.flink.streaming.api.operators.collect.CollectSinkOperator;

/**
 * Flink's sink that returns results to the client, with a workaround for FLINK-39330, open in 2.2.1: closed before it was opened, it throws, and that
 * terminates the whole task manager with all its jobs. It happens when a job is restarted on a task manager that is gone.
 */
final class CollectingSink<T> extends CollectSinkOperator<T> {
    private static final long serialVersionUID = 1;

    private transient boolean opened;

    CollectingSink(TypeSerializer<T> serializer, long mostBytes, String accumulator) {
        super(serializer, mostBytes, accumulator);
    }

    void connect(OperatorEventGateway coordinator) {
        ((CollectSinkFunction<?>) getUserFunction()).setOperatorEventGateway(coordinator);
    }

    @Override
    public void open() throws Exception {
        super.open();
        opened = true;
    }

    @Override
    public void close() throws Exception {
        if (opened) {
            super.close();
        }
    }
}
