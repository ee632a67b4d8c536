package dev.attune.encode;

import dev.attune.api.ActionSet;
import dev.attune.api.Blocks;
import dev.attune.math.ArmForms;
import dev.attune.state.Checkpointed;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Gives every arm a block of its own, for policies with a model for each arm: an arm that is new gets a number, one that is
 * retired gives it back.
 *
 * <pre>{@code
 * ArmBlocks blocks = new ArmBlocks(1000);
 * Policy policy = Catalog.policy("LinUCB-disjoint").create(1 + 5);
 * Bandit bandit = Attune.bandit().policy(policy).build();
 * bandit.decide(blocks.encode(List.of("news-7", "news-9"), visitor)); // visitor: five numbers
 * policy.clear(blocks.retire("news-7"));
 * }</pre>
 *
 * <p>Numbers that were never used are given out first, then those of retired arms, the longest retired first. So a reward
 * that arrives after its arm was retired is learnt by an unused block for as long as possible. To be safe, expire the
 * decisions of a retired arm first. Deterministic; single writer.
 */
public final class ArmBlocks implements Checkpointed {
    private static final int LONGEST_ID = 256; // at most 768 bytes: saved texts have at most 1024

    private final int capacity;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final ArrayDeque<Integer> retired = new ArrayDeque<>();
    private int used; // numbers that were ever given out: 0 to used - 1

    /** For at most this many arms at a time. */
    public ArmBlocks(int capacity) {
        if (capacity < 1 || capacity > Blocks.MOST) {
            throw new IllegalArgumentException("capacity = " + capacity + " must be from 1 to " + Blocks.MOST);
        }
        this.capacity = capacity;
    }

    /** Number of arms that have a block. */
    public int size() {
        return numbers.size();
    }

    /** Whether an arm has a block. */
    public boolean contains(String id) {
        return numbers.containsKey(id);
    }

    /**
     * The number of an arm's block; a new one for a new arm.
     *
     * @throws IllegalArgumentException if the arm is new and all blocks are taken
     */
    public int numberOf(String id) {
        Integer known = numbers.get(id);
        if (known != null) {
            return known;
        }
        if (numbers.size() == capacity) {
            throw new IllegalArgumentException("arm " + id + " is new, but all " + capacity
                    + " blocks are taken: retire an arm, or make more blocks");
        }
        requireShort(id);
        int number = used < capacity ? used++ : retired.removeFirst();
        numbers.put(id, number);
        return number;
    }

    /**
     * Takes the block from an arm; the policy must clear it before another gets it.
     *
     * @return the number of the block
     * @throws IllegalArgumentException if the arm has none
     */
    public int retire(String id) {
        Integer number = numbers.remove(id);
        if (number == null) {
            throw new IllegalArgumentException("arm " + id + " has no block that could be taken from it");
        }
        retired.addLast(number);
        return number;
    }

    /**
     * Arms that share their features: for each the number of its block, then the features.
     *
     * @throws IllegalArgumentException if an arm is given twice, or there are more new arms than free blocks; nothing has
     *     changed then
     */
    public ActionSet encode(List<String> ids, double... features) {
        double[][] x = new double[features.length][ArmForms.rowLength(ids.size())];
        for (int i = 0; i < features.length; i++) {
            Arrays.fill(x[i], 0, ids.size(), features[i]);
        }
        return encode(ids, ActionSet.wrap(x, ids.size()));
    }

    /**
     * Arms with features of their own: for each the number of its block, then its features.
     *
     * @throws IllegalArgumentException if an arm is given twice, or there are more new arms than free blocks; nothing has
     *     changed then
     */
    public ActionSet encode(List<String> ids, ActionSet features) {
        if (ids.size() != features.arms()) {
            throw new IllegalArgumentException(ids.size() + " ids are not for " + features.arms() + " arms");
        }
        requireRoom(ids);
        double[][] x = new double[1 + features.dimension()][];
        x[0] = new double[ArmForms.rowLength(ids.size())];
        for (int k = 0; k < ids.size(); k++) {
            x[0][k] = numberOf(ids.get(k));
        }
        System.arraycopy(features.byFeature(), 0, x, 1, features.dimension());
        return ActionSet.wrap(x, ids.size());
    }

    /**
     * Refuses arms that cannot all have a block.
     *
     * @throws IllegalArgumentException if an arm is given twice, or there are more new arms than free blocks
     */
    public void requireRoom(List<String> ids) {
        Set<String> different = new HashSet<>();
        int fresh = 0;
        for (String id : ids) {
            if (!different.add(id)) {
                throw new IllegalArgumentException("arm id " + id + " is given twice in one round");
            }
            requireShort(id);
            fresh += numbers.containsKey(id) ? 0 : 1;
        }
        if (numbers.size() + fresh > capacity) {
            throw new IllegalArgumentException(fresh + " arms are new, but only " + (capacity - numbers.size()) + " of "
                    + capacity + " blocks are free: retire arms, or make more blocks");
        }
    }

    private static void requireShort(String id) {
        if (id.length() > LONGEST_ID) {
            throw new IllegalArgumentException(
                    "the id of an arm has " + id.length() + " characters; at most " + LONGEST_ID + " are possible");
        }
    }

    @Override
    public String stateName() {
        return "arm blocks/1";
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeInt(capacity);
        out.writeInt(used);
        out.writeInt(numbers.size());
        Map<Integer, String> byNumber = new TreeMap<>();
        numbers.forEach((id, number) -> byNumber.put(number, id));
        byNumber.forEach((number, id) -> {
            out.writeInt(number);
            out.writeString(id);
        });
        for (int number : retired) {
            out.writeInt(number);
        }
    }

    @Override
    public void readState(StateReader in) {
        int saved = in.readInt();
        if (saved != capacity) {
            throw new StateFormatException("the saved state is of " + saved + " blocks, this object has " + capacity);
        }
        used = in.readCount(capacity);
        numbers.clear();
        retired.clear();
        Set<Integer> taken = new HashSet<>();
        int arms = in.readCount(used);
        for (int i = 0; i < arms; i++) {
            int number = readNumber(in, taken);
            if (numbers.put(in.readString(), number) != null) {
                throw new StateFormatException("the saved state has an arm twice");
            }
        }
        while (taken.size() < used) {
            retired.addLast(readNumber(in, taken));
        }
    }

    private int readNumber(StateReader in, Set<Integer> taken) {
        int number = in.readCount(used - 1);
        if (!taken.add(number)) {
            throw new StateFormatException("the saved state has block " + number + " twice");
        }
        return number;
    }
}
