package dev.attune.server.runtime;

import dev.attune.encode.Arm;
import dev.attune.journal.FolderLock;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalFailedException;
import dev.attune.journal.JournalWriter;
import dev.attune.journal.Recovery;
import dev.attune.journal.SnapshotFile;
import dev.attune.live.Answer;
import dev.attune.live.Change;
import dev.attune.live.DecisionRequest;
import dev.attune.live.LiveBandit;
import dev.attune.live.LiveDefinition;
import dev.attune.live.Observation;
import dev.attune.live.RefusedException;
import dev.attune.live.RewardMessage;
import dev.attune.live.RewardOutcome;
import dev.attune.live.json.DefinitionJson;
import dev.attune.live.statistics.ModelView;
import dev.attune.live.statistics.Published;
import dev.attune.live.statistics.RecentDecision;
import dev.attune.live.statistics.Row;
import dev.attune.server.runtime.DecisionIds.DecisionRef;
import dev.attune.server.runtime.ServiceException.Reason;
import dev.attune.server.runtime.Task.Work;
import dev.attune.server.runtime.Writers.Turn;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * All bandits of a data folder. An answer is given when the journal has its events on disk, so it survives the end of the process. Ids of
 * decisions are signed by the secret of the folder. Functions attached to a stage run on threads that all bandits share and must not block.
 *
 * <pre>{@code
 * try (BanditRuntime runtime = BanditRuntime.open(RuntimeOptions.of(folder), RuntimeListener.NONE)) {
 *     runtime.create("front-page", definition, arms, "me").toCompletableFuture().join();
 *     Identified decision = runtime.decide("front-page", List.of(request)).toCompletableFuture().join().get(0);
 * }
 * }</pre>
 */
public final class BanditRuntime implements Bandits {
    private static final int RETRY_SECONDS = 1;
    private static final double NEARLY_FULL = 0.9;
    private static final String SECRET = "secret";

    private final FolderLock lock;
    private final RuntimeOptions options;
    private final Recovery recovery;
    private final JournalWriter journal;
    private final Directory directory = new Directory();
    private final Residents residents;
    private final Writers writers;
    private final SnapshotKeeper snapshots;
    private final JournalLookup lookup;
    private final DecisionIds ids;
    private volatile boolean closing;

    private BanditRuntime(
            FolderLock lock, RuntimeOptions given, RuntimeListener listener, Recovery recovery, long began)
            throws IOException {
        SteadyClock clock = given.steps() ? new SteadyClock(given.clock(), listener::warning) : null;
        this.lock = lock;
        this.options = clock == null ? given : given.withClock(clock);
        this.recovery = recovery;
        this.journal = recovery.journal();
        PastStates past = new PastStates(lock.folder());
        this.residents = new Residents(options, recovery.snapshot(), journal, past, listener);
        JournalReplay replay =
                new JournalReplay(directory, residents, options.capacity().writers(), listener);
        long events = replay.run(recovery);
        if (clock != null) {
            clock.continueFrom(replay.lastTime());
        }
        this.ids = DecisionIds.of(
                options.folder().resolve(SECRET),
                journal.lastPosition() == 0,
                options.journal().disk());
        this.writers = new Writers(options, journal, residents, past, listener);
        this.snapshots = new SnapshotKeeper(lock, options, journal, directory, residents, writers, listener);
        this.lookup = new JournalLookup(directory, journal, past);
        listener.recovered(events, Duration.ofNanos(System.nanoTime() - began));
        writers.start(directory.all());
        snapshots.start(recovery.snapshot().map(SnapshotFile::position).orElse(0L));
    }

    /**
     * Opens a data folder, which is created if it does not exist. Events since the last snapshot are replayed, and every decision is
     * compared with the journal.
     *
     * @param listener for warnings, counts and timings
     * @throws dev.attune.journal.FolderInUseException if another process has the folder
     * @throws dev.attune.journal.JournalFormatException if the journal is damaged
     * @throws dev.attune.live.ReplayMismatchException if a replayed decision differs from the journal
     */
    public static BanditRuntime open(RuntimeOptions options, RuntimeListener listener) throws IOException {
        long began = System.nanoTime();
        FolderLock lock = FolderLock.acquire(options.folder());
        try {
            Recovery recovery = Recovery.open(lock, options.journal().withCommits(listener));
            try {
                recovery.warnings().forEach(listener::warning);
                return new BanditRuntime(lock, options, listener, recovery, began);
            } catch (IOException | RuntimeException e) {
                recovery.close();
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** Stops accepting work, answers open requests, and takes a snapshot, so that the next start has nothing to replay. */
    @Override
    public void close() throws IOException {
        closing = true;
        boolean interrupted = Thread.interrupted(); // an interrupted thread cannot write files
        try (lock;
                recovery;
                residents;
                writers) {
            writers.drain();
            lookup.close();
            snapshots.close();
            if (journal.failure().isEmpty()) {
                snapshots.take();
            }
        } catch (InterruptedException e) {
            interrupted = true; // the journal has everything; only the last snapshot is missing
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    // --- bandits

    /**
     * Creates a bandit.
     *
     * @param name of the bandit, which must be unique
     * @param catalogue its first arms; may be empty
     * @param by the operator, such as the name of a key
     */
    public CompletionStage<BanditView> create(String name, LiveDefinition definition, List<Arm> catalogue, String by) {
        return admitted(() -> {
            writers.begin();
            return CompletableFuture.supplyAsync(
                            () -> stage(() -> begin(name, definition, catalogue, by)), writers.pool())
                    .thenCompose(stage -> stage)
                    .whenComplete((done, failed) -> writers.over());
        });
    }

    private CompletionStage<BanditView> begin(String name, LiveDefinition definition, List<Arm> catalogue, String by) {
        LiveBandit trial = trial(definition);
        if (!catalogue.isEmpty()) { // rejected here, before any effect
            trial.catalogue(catalogue, now(), (event, time) -> 1);
        }
        String text = DefinitionJson.text(definition);
        Entry entry = directory.create(
                name, definition, text, number -> journal.append(new JournalEvent.Created(number, name, text), now()));
        return writers.post(entry, turn -> {
            turn.bandit().change(Change.create(by), turn.now(), turn);
            if (!catalogue.isEmpty()) {
                register(turn, catalogue, by);
            }
            return view(turn);
        });
    }

    private static LiveBandit trial(LiveDefinition definition) {
        try {
            return LiveBandit.create(1, definition);
        } catch (IllegalArgumentException e) {
            throw new RefusedException(RefusedException.Reason.INVALID, "", String.valueOf(e.getMessage()));
        }
    }

    /**
     * Pauses, resumes or deletes a bandit, changes its uniform share or control, begins a new comparison, retires an
     * arm, or acknowledges an alarm.
     */
    public CompletionStage<Void> change(String name, Change change) {
        return ask(name, turn -> {
                    turn.bandit().change(change, turn.now(), turn);
                    if (change.what() == Change.What.DELETE) {
                        directory.remove(turn.entry());
                        residents.forget(turn.entry());
                    }
                    return true;
                })
                .thenAccept(done -> {});
    }

    /**
     * Registers the arms that later requests refer to, in place of the previous ones.
     *
     * @return the version of the catalogue
     */
    public CompletionStage<Integer> catalogue(String name, List<Arm> arms, String by) {
        return ask(name, turn -> register(turn, arms, by));
    }

    private static int register(Turn turn, List<Arm> arms, String by) throws IOException {
        int version = turn.bandit().catalogue(arms, turn.now(), turn);
        turn.bandit().change(Change.catalogue(version, by), turn.now(), turn);
        return version;
    }

    @Override
    public List<BanditView.Summary> list(String after, int limit) {
        return directory.list(after, limit);
    }

    @Override
    public CompletionStage<BanditView> inspect(String name) {
        return ask(name, BanditRuntime::view);
    }

    private static BanditView view(Turn turn) throws IOException {
        LiveBandit bandit = turn.bandit();
        return BanditView.of(turn.entry().name(), bandit, bandit.counters());
    }

    @Override
    public boolean has(String name) {
        return directory.find(name).isPresent();
    }

    /** Returns what can be shown of a bandit, at most half a second old, unless it has to be loaded first. */
    @Override
    public CompletionStage<Published> published(String name) {
        Optional<Published> seen = seen(name);
        return seen.isPresent()
                ? CompletableFuture.completedStage(seen.get())
                : ask(name, turn -> turn.entry().publish(turn.bandit(), turn.now()));
    }

    /** Returns what can be shown of a bandit, at most half a second old; empty if it is not in memory. */
    @Override
    public Optional<Published> seen(String name) {
        return directory.find(name).flatMap(Entry::published);
    }

    /** Returns a line for each bandit, by name. No bandit is loaded for it. */
    @Override
    public List<Row> rows() {
        long now = now();
        boolean nearlyFull = isNearlyFull();
        return directory.all().stream().map(entry -> entry.row(now, nearlyFull)).toList();
    }

    @Override
    public Row row(String name, Published bandit) {
        return Row.of(name, bandit, now(), isNearlyFull());
    }

    private boolean isNearlyFull() {
        return writers.waiting() > NEARLY_FULL * options.capacity().waiting();
    }

    @Override
    public CompletionStage<byte[]> model(String name) {
        return ask(name, turn -> turn.bandit().model());
    }

    @Override
    public CompletionStage<ModelView> coefficients(String name, String search, int most) {
        return ask(name, turn -> turn.bandit().modelView(search, most));
    }

    // --- decisions and rewards

    @Override
    public CompletionStage<List<Identified>> decide(String name, List<DecisionRequest> requests) {
        return choose(name, requests.size(), new DecideWork(requests));
    }

    @Override
    public CompletionStage<List<Identified>> observe(String name, List<Observation> observations) {
        return choose(name, observations.size(), turn -> {
            LiveBandit bandit = turn.bandit();
            if (observations.size() > 1) {
                bandit.check(observations);
            }
            List<Answer> answers = new ArrayList<>(observations.size());
            for (Observation observation : observations) {
                answers.add(bandit.observe(observation, turn.now(), turn));
            }
            return answers;
        });
    }

    /** Does work that adds waiting decisions. */
    private CompletionStage<List<Identified>> choose(String name, int decisions, Work<List<Answer>> work) {
        return stage(() -> {
            Entry entry = directory.require(name);
            if (writers.waiting() + decisions > options.capacity().waiting()) {
                throw ServiceException.busy("too many decisions wait for their rewards", RETRY_SECONDS);
            }
            return ask(entry, work).thenApply(answers -> identified(entry, answers));
        });
    }

    private List<Identified> identified(Entry entry, List<Answer> answers) {
        List<Identified> identified = new ArrayList<>(answers.size());
        for (Answer answer : answers) {
            DecisionRef ref = new DecisionRef(entry.number(), answer.decision(), answer.position());
            identified.add(new Identified(answer, () -> ids.sign(ref)));
        }
        return identified;
    }

    @Override
    public CompletionStage<List<RewardOutcome>> reward(List<RewardMessage> rewards) {
        RewardOutcome[] outcomes = new RewardOutcome[rewards.size()];
        Arrays.fill(outcomes, RewardOutcome.UNKNOWN);
        Map<Entry, Map<Integer, Long>> byBandit = new LinkedHashMap<>(); // numbers of decisions by indices of rewards
        for (int i = 0; i < outcomes.length; i++) {
            DecisionRef ref = ids.verify(rewards.get(i).decision()).orElse(null);
            Entry entry = ref == null ? null : directory.find(ref.bandit());
            if (ref != null && entry != null) {
                try {
                    entry.checkReward(rewards.get(i));
                } catch (RefusedException e) {
                    return CompletableFuture.failedStage(e.inBatch(i));
                }
                byBandit.computeIfAbsent(entry, e -> new LinkedHashMap<>()).put(i, ref.decision());
            }
        }
        List<CompletableFuture<?>> parts = new ArrayList<>();
        byBandit.forEach((entry, decisions) -> parts.add(ask(entry, turn -> {
                    if (!turn.entry().isDeleted()) { // not deleted since it was looked up
                        LiveBandit bandit = turn.bandit();
                        decisions.forEach((i, decision) -> {
                            RewardMessage reward = rewards.get(i);
                            outcomes[i] = bandit.reward(decision, reward.id(), reward.value(), turn.now(), turn);
                        });
                    }
                    return decisions.size();
                })
                .toCompletableFuture()));
        return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new)).thenApply(done -> List.of(outcomes));
    }

    @Override
    public Optional<String> banditOf(String id) {
        return ids.verify(id)
                .flatMap(ref -> Optional.ofNullable(directory.find(ref.bandit())))
                .map(Entry::name);
    }

    @Override
    public String id(String bandit, RecentDecision decision) {
        int number = directory.require(bandit).number();
        return ids.sign(new DecisionRef(
                number, decision.choice().decision(), decision.choice().position()));
    }

    private <T> CompletionStage<T> ask(String name, Work<T> work) {
        return stage(() -> ask(directory.require(name), work));
    }

    private <T> CompletionStage<T> ask(Entry entry, Work<T> work) {
        if (entry.queued() >= options.capacity().queue()) {
            return CompletableFuture.failedStage(
                    ServiceException.busy("too many requests wait for " + entry.name(), RETRY_SECONDS));
        }
        return admitted(() -> writers.post(entry, work));
    }

    private <T> CompletionStage<T> admitted(Callable<CompletionStage<T>> work) {
        writers.begin(); // before closing is read, so that close waits for requests that have passed the check
        try {
            return stage(() -> {
                requireOpen();
                return work.call();
            });
        } finally {
            writers.over();
        }
    }

    private void requireOpen() {
        if (closing) {
            throw new ServiceException(Reason.STOPPED, "the service is being stopped");
        }
        Optional<JournalFailedException> failure = journal.failure();
        if (failure.isPresent()) {
            throw new JournalFailedException(String.valueOf(failure.get().getMessage()), failure.get());
        }
        if (journal.isBusy()) {
            throw ServiceException.busy("the disk is behind", RETRY_SECONDS);
        }
    }

    private static <T> CompletionStage<T> stage(Callable<CompletionStage<T>> work) {
        try {
            return work.call();
        } catch (Exception e) {
            return CompletableFuture.failedStage(e);
        }
    }

    // --- the journal

    /**
     * Explains a past decision. Slow: the state before it is rebuilt. Fails with a {@link dev.attune.live.ReplayMismatchException} if the
     * replay differs from the journal.
     */
    public CompletionStage<DecisionRecord.Replay> explain(String decision) {
        return stage(() -> lookup.explain(verified(decision)));
    }

    /** Returns what the journal has of a decision so far. */
    public CompletionStage<DecisionRecord> decision(String decision) {
        return stage(() -> lookup.decision(verified(decision)));
    }

    private DecisionRef verified(String id) {
        return ids.verify(id)
                .orElseThrow(() -> new ServiceException(Reason.NOT_FOUND, "there is no decision with this id"));
    }

    /**
     * A change by an operator.
     *
     * @param time in milliseconds since 1970
     * @param position its position in the journal
     * @param bandit name of the bandit
     * @param what {@code created}, {@code catalogue}, {@code paused}, {@code resumed}, {@code floor}, {@code retired}, {@code deleted}
     * @param to the new value; empty if there is none
     * @param by the operator; empty if unknown
     */
    public record AuditedChange(long time, long position, String bandit, String what, String to, String by) {}

    /** Returns the last changes by operators, newest first. Slow at the first call. */
    public CompletionStage<List<AuditedChange>> audit(int limit) {
        return lookup.audit(limit);
    }

    /**
     * Returns all events of a bandit; to be closed. Reading them waits for the disk.
     *
     * @throws ServiceException if there is none
     */
    public BanditEvents events(String name) throws IOException {
        return lookup.events(directory.require(name).number());
    }

    /** Returns the size of the journal on disk, in bytes. */
    public long journalBytes() throws IOException {
        return lock.folder().bytes();
    }

    /** Returns the position of the last durable event. */
    public long position() {
        return journal.durablePosition();
    }

    // --- load

    @Override
    public long now() {
        return options.clock().getAsLong();
    }

    @Override
    public long waiting() {
        return writers.waiting();
    }

    @Override
    public int bandits() {
        return directory.all().size();
    }

    @Override
    public int residents() {
        return residents.size();
    }

    @Override
    public Optional<String> failure() {
        return journal.failure().map(e -> String.valueOf(e.getMessage()));
    }

    /** Returns whether new work would be rejected, because the disk is behind or too many decisions wait. */
    boolean isBusy() {
        return journal.isBusy() || writers.waiting() >= options.capacity().waiting();
    }

    /** Returns the state of a bandit. */
    CompletionStage<byte[]> state(String name) {
        return ask(name, turn -> turn.bandit().write());
    }

    /** Takes a snapshot now. */
    void snapshot() throws IOException, InterruptedException {
        snapshots.take();
    }
}
