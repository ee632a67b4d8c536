package dev.attune.flink.sweep;

import java.util.UUID;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.configuration.RpcOptions;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;
import org.apache.flink.runtime.operators.coordination.OperatorEventDispatcher;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.CoordinatedOperatorFactory;
import org.apache.flink.streaming.api.operators.SimpleUdfStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.collect.CollectResultIterator;
import org.apache.flink.streaming.api.operators.collect.CollectSinkOperatorCoordinator;
import org.apache.flink.streaming.api.operators.collect.CollectSinkOperatorFactory;
import org.apache.flink.streaming.api.transformations.LegacySinkTransformation;
import org.apache.flink.util.CloseableIterator;

/** {@link DataStream#collectAsync} with a {@link CollectingSink}. */
final class Collected {
    private static final String UID = "collected";

    private Collected() {}

    /** Returns the elements of a stream, once its job is running. */
    static <T> CloseableIterator<T> of(DataStream<T> stream) {
        StreamExecutionEnvironment env = stream.getExecutionEnvironment();
        TypeSerializer<T> serializer =
                stream.getType().createSerializer(env.getConfig().getSerializerConfig());
        String accumulator = UID + UUID.randomUUID();
        long mostBytes =
                CollectSinkOperatorFactory.MAX_BATCH_SIZE.defaultValue().getBytes();
        LegacySinkTransformation<T> sink = new LegacySinkTransformation<>(
                stream.getTransformation(),
                "results",
                new Factory<>(new CollectingSink<>(serializer, mostBytes, accumulator)),
                1);
        sink.setUid(UID);
        CollectResultIterator<T> results = new CollectResultIterator<>(
                UID,
                serializer,
                accumulator,
                env.getCheckpointConfig(),
                env.getConfiguration().get(RpcOptions.ASK_TIMEOUT_DURATION).toMillis());
        env.registerCollectIterator(results);
        env.addOperator(sink);
        return results;
    }

    private static final class Factory<T> extends SimpleUdfStreamOperatorFactory<Object>
            implements CoordinatedOperatorFactory<Object> {
        private static final long serialVersionUID = 1;

        Factory(CollectingSink<T> sink) {
            super(sink);
        }

        @Override
        @SuppressWarnings("TypeParameterUnusedInFormals") // Flink's signature
        public <O extends StreamOperator<Object>> O createStreamOperator(StreamOperatorParameters<Object> parameters) {
            O operator = super.createStreamOperator(parameters);
            OperatorID id = parameters.getStreamConfig().getOperatorID();
            OperatorEventDispatcher events = parameters.getOperatorEventDispatcher();
            CollectingSink<?> sink = (CollectingSink<?>) operator;
            sink.connect(events.getOperatorEventGateway(id));
            events.registerEventHandler(id, sink);
            return operator;
        }

        @Override
        public OperatorCoordinator.Provider getCoordinatorProvider(String name, OperatorID id) {
            return new CollectSinkOperatorCoordinator.Provider(id, (int)
                    CollectSinkOperatorFactory.SOCKET_TIMEOUT.defaultValue().toMillis());
        }
    }
}
