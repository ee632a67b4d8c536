package dev.attune.flink.stream;

import org.apache.flink.api.common.typeinfo.TypeInformation;

/** The types that flow between operators and lie in their state. */
public final class StreamTypes {
    /** Records of input topics. */
    public static final TypeInformation<Arrived> ARRIVED = new ValueTypeInfo<>(Arrived.class, new ArrivedSerializer());

    /** Records of output topics. */
    public static final TypeInformation<Outgoing> OUTGOING =
            new ValueTypeInfo<>(Outgoing.class, new OutgoingSerializer());

    /** Bandits of keys. */
    public static final TypeInformation<KeyedBandit> BANDIT =
            new ValueTypeInfo<>(KeyedBandit.class, new KeyedBanditSerializer());

    private StreamTypes() {}
}
