package dev.attune.flink.sweep;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.runtime.operators.coordination.OperatorEventGateway;
import org.apache.flink.streaming.api.operators.collect.CollectSinkFunction;
import org.apache.flink.streaming.api.operators.collect.CollectSinkOperator;

/**
 * Flink's sink that hands results to the client, without its fault: closed before it was opened, it throws, and that ends the whole task
 * manager, other jobs and all (FLINK-39330, open in 2.2.1). It happens when a job is started again on a task manager that is gone.
 */
final class CollectingSink<T> extends CollectSinkOperator<T> {
    private static final long serialVersionUID = 1;

    private transient boolean opened;

    CollectingSink(TypeSerializer<T> serializer, long mostBytes, String accumulator) {
        super(serializer, mostBytes, accumulator);
    }

    void tell(OperatorEventGateway coordinator) {
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
