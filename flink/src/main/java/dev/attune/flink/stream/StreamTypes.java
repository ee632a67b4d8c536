package dev.attune.flink.stream;

import dev.attune.flink.fold.InputRecord;
import dev.attune.flink.fold.KeyedBandit;
import dev.attune.flink.fold.OutputRecord;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** The types of records and state. */
public final class StreamTypes {
    /** Records of input topics. */
    public static final TypeInformation<InputRecord> INPUT =
            new ValueTypeInfo<>(InputRecord.class, new ArrivedSerializer());

    /** Records of output topics. */
    public static final TypeInformation<OutputRecord> OUTPUT =
            new ValueTypeInfo<>(OutputRecord.class, new OutgoingSerializer());

    /** Bandits of keys. */
    public static final TypeInformation<KeyedBandit> BANDIT =
            new ValueTypeInfo<>(KeyedBandit.class, new KeyedBanditSerializer());

    /** Decisions of bandits. */
    public static final TypeInformation<byte[]> DECISION =
            new ValueTypeInfo<>(byte[].class, new KeptDecisionSerializer());

    private StreamTypes() {}
}
