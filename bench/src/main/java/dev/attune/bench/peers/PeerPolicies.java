package dev.attune.bench.peers;

import dev.attune.api.Policy;
import dev.attune.api.PolicyProvider;
import dev.attune.api.ProviderGroup;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The policies of other projects that the class path has: {@code VW-epsilon}, {@code VW-squarecb} and {@code VW-regcb} of Vowpal Wabbit, with the
 * options of the sparse benchmark. There are none if the binding is not there or does not work on this machine.
 */
public final class PeerPolicies implements ProviderGroup {
    /** Creates the group; called by the service loader. */
    public PeerPolicies() {}

    @Override
    public List<PolicyProvider> policies() {
        return working().stream()
                .flatMap(peer -> Stream.<PolicyProvider>of(
                        new Provider(peer, "VW-epsilon", "Vowpal Wabbit, epsilon-greedy", VowpalWabbit.EPSILON),
                        new Provider(peer, "VW-squarecb", "Vowpal Wabbit, SquareCB", VowpalWabbit.SQUARE_CB),
                        new Provider(peer, "VW-regcb", "Vowpal Wabbit, optimistic RegCB", VowpalWabbit.REG_CB)))
                .toList();
    }

    private static Optional<VowpalWabbit> working() {
        try {
            return VowpalWabbit.find();
        } catch (
                IllegalStateException
                        e) { // the binding is for one kind of machine; 'attune bench sparse' says why it does not work
            return Optional.empty();
        }
    }

    /** Makes policies for vectors of a dimension, and for sparse arms if it is 0. */
    private record Provider(VowpalWabbit peer, String name, String summary, String options) implements PolicyProvider {
        @Override
        public String citation() {
            return VowpalWabbit.COORDINATES;
        }

        @Override
        public Policy create(int dimension) {
            return new VowpalWabbitPolicy(peer, name, options, dimension);
        }

        @Override
        public boolean sparse() {
            return true;
        }
    }
}
