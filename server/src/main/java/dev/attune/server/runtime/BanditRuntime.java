package dev.attune.server.runtime;

import dev.attune.encode.Arm;
import dev.attune.journal.FolderLock;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalFailedException;
import dev.attune.live.Answer;
import dev.attune.live.Change;
import dev.attune.live.DecisionRequest;
import dev.attune.live.LiveBandit;
import dev.attune.live.LiveDefinition;
import dev.attune.live.Observation;
import dev.attune.live.RefusedException;
import dev.attune.live.RewardOutcome;
import dev.attune.live.statistics.ModelView;
import dev.attune.live.statistics.Published;
import dev.attune.live.statistics.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * All bandits of a data folder, for any number of threads. Nobody is told anything before the journal has it on disk; whatever is told
 * survives the end of the process, however it ends.
 *
 * <p>Failures come with the stage, nothing is thrown: {@link dev.attune.live.RefusedException} (the request cannot be met as it is),
 * {@link NoSuchBanditException}, {@link NoSuchDecisionException}, {@link NameTakenException}, {@link BusyException} (ask again later),
 * {@link NotKeptException}, {@link StoppedException} and {@link JournalFailedException} (the disk has failed; nothing works any more).
 * What is attached to a stage runs on threads that all bandits share, so it should only hand over.
 *
 * <pre>{@code
 * try (BanditRuntime runtime = BanditRuntime.open(RuntimeOptions.of(folder), RuntimeListener.NONE)) {
 *     runtime.create("front-page", definition, arms, "me").toCompletableFuture().join();
 *     Answer answer = runtime.decide("front-page", List.of(request)).toCompletableFuture().join().get(0);
 * }
 * }</pre>
 */
public final class BanditRuntime implements Bandits, AutoCloseable {
    private final Engine engine;

    private BanditRuntime(Engine engine) {
        this.engine = engine;
    }

    /**
     * Opens a data folder, which is made if it is not there. Events since the last snapshot are replayed, and every decision is
     * compared with what the journal tells.
     *
     * @param listener hears warnings, counts and timings
     * @throws dev.attune.journal.FolderInUseException if somebody else has the folder
     * @throws dev.attune.journal.JournalFormatException if the journal is damaged
     * @throws dev.attune.live.ReplayMismatchException if a decision comes out otherwise than the journal tells
     */
    public static BanditRuntime open(RuntimeOptions options, RuntimeListener listener) throws IOException {
        FolderLock lock = FolderLock.acquire(options.folder());
        try {
            return new BanditRuntime(Engine.open(lock, options, listener));
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /**
     * Begins a bandit.
     *
     * @param name what people call it; nobody else may be called so
     * @param catalogue arms to begin with; may be empty
     * @param by who wants it, such as the name of a key
     */
    public CompletionStage<BanditView> create(String name, LiveDefinition definition, List<Arm> catalogue, String by) {
        return engine.inBackground(() -> {
            LiveBandit trial = trial(definition);
            if (!catalogue.isEmpty()) { // refused here, nothing has happened
                trial.catalogue(catalogue, engine.now(), (event, time) -> 1);
            }
            String text = DefinitionText.write(definition);
            Entry entry = engine.directory()
                    .create(
                            name,
                            definition,
                            text,
                            number -> engine.append(new JournalEvent.Created(number, name, text)));
            return engine.post(entry, turn -> {
                turn.bandit().change(Change.create(by), turn.now(), turn);
                if (!catalogue.isEmpty()) {
                    register(turn, catalogue, by);
                }
                return BanditView.of(turn);
            });
        });
    }

    private static LiveBandit trial(LiveDefinition definition) {
        try {
            return LiveBandit.create(1, definition);
        } catch (IllegalArgumentException e) {
            throw new RefusedException(RefusedException.Reason.INVALID, "", String.valueOf(e.getMessage()));
        }
    }

    @Override
    public List<BanditSummary> list(String after, int limit) {
        return engine.directory().list(after, limit);
    }

    @Override
    public CompletionStage<BanditView> inspect(String name) {
        return engine.ask(name, BanditView::of);
    }

    @Override
    public boolean has(String name) {
        return engine.directory().find(name).isPresent();
    }

    /** What can be seen of a bandit: as it was half a second ago, unless it has to be brought into memory first. */
    @Override
    public CompletionStage<Published> published(String name) {
        Optional<Published> seen = seen(name);
        return seen.isPresent()
                ? CompletableFuture.completedStage(seen.get())
                : engine.ask(name, turn -> Publisher.show(turn.entry(), turn.bandit(), turn.now()));
    }

    /** What can be seen of a bandit as it was half a second ago; empty if it is not in memory. */
    @Override
    public Optional<Published> seen(String name) {
        return engine.directory().find(name).flatMap(entry -> entry.shown().published());
    }

    /** All bandits, a line for each, by name. Nothing is brought into memory for it. */
    @Override
    public List<Row> rows() {
        long now = engine.now();
        boolean nearlyFull = engine.isNearlyFull();
        List<Row> rows = new ArrayList<>();
        for (Entry entry : engine.directory().all()) {
            rows.add(entry.shown().row(entry.name(), now, nearlyFull).orElseGet(entry::unseen));
        }
        return rows;
    }

    @Override
    public Row row(String name, Published bandit) {
        return Row.of(name, bandit, engine.now(), engine.isNearlyFull());
    }

    @Override
    public long now() {
        return engine.now();
    }

    /** The last changes that were made by people, newest first. Slow when it is asked for the first time. */
    public CompletionStage<List<AuditedChange>> audit(int limit) {
        return engine.lookup().audit(limit);
    }

    @Override
    public CompletionStage<byte[]> model(String name) {
        return engine.ask(name, turn -> turn.bandit().model());
    }

    @Override
    public CompletionStage<ModelView> coefficients(String name, String search, int most) {
        return engine.ask(name, turn -> turn.bandit().modelView(search, most));
    }

    /** Bytes of the journal on disk. */
    public long journalBytes() throws IOException {
        return engine.journalBytes();
    }

    /** Position of the last event that is safe. */
    public long position() {
        return engine.position();
    }

    /** Pauses, resumes, deletes a bandit, gives it another floor, or retires an arm. */
    public CompletionStage<Void> change(String name, Change change) {
        return engine.ask(name, turn -> engine.change(turn, change)).thenAccept(done -> {});
    }

    /**
     * Registers the arms that later requests refer to, in place of those before.
     *
     * @return the version of the catalogue
     */
    public CompletionStage<Integer> catalogue(String name, List<Arm> arms, String by) {
        return engine.ask(name, turn -> register(turn, arms, by));
    }

    private static int register(Turn turn, List<Arm> arms, String by) throws IOException {
        int version = turn.bandit().catalogue(arms, turn.now(), turn);
        turn.bandit().change(Change.catalogue(version, by), turn.now(), turn);
        return version;
    }

    /** Decides, all or none: the requests are checked as a whole before any of them is met. */
    public CompletionStage<List<Answer>> decide(String name, List<DecisionRequest> requests) {
        return engine.askForRoom(name, requests.size(), new DecideWork(requests));
    }

    /** Takes note of choices that the caller made, all or none. */
    public CompletionStage<List<Answer>> observe(String name, List<Observation> observations) {
        return engine.askForRoom(name, observations.size(), new ObserveWork(observations));
    }

    /**
     * Takes rewards, of any mix of bandits, all or none: a value that can be no reward of its bandit refuses them all.
     *
     * @return what became of each, in their order
     */
    public CompletionStage<List<RewardOutcome>> reward(List<RewardOrder> rewards) {
        try {
            return new Rewarding(engine.directory(), rewards).send(engine::ask);
        } catch (RefusedException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    /**
     * Why a past decision came out as it did. Slow: the state of that moment is made again. Fails with a {@link
     * dev.attune.live.ReplayMismatchException} if it comes out otherwise.
     */
    public CompletionStage<ReplayedDecision> explain(DecisionRef decision) {
        return engine.lookup().explain(decision);
    }

    /** What the journal tells of a decision, so far. */
    public CompletionStage<DecisionRecord> decision(DecisionRef decision) {
        return engine.lookup().decision(decision);
    }

    /**
     * All that the journal tells of a bandit; to be closed. Reading it waits for the disk.
     *
     * @throws NoSuchBanditException if there is none
     */
    public BanditEvents events(String name) throws IOException {
        return engine.lookup().events(engine.directory().require(name).number());
    }

    /**
     * What the journal calls a bandit.
     *
     * @throws NoSuchBanditException if there is none
     */
    public int numberOf(String name) {
        return engine.directory().require(name).number();
    }

    /** What people call a bandit; empty if there is none, or it was deleted. */
    public Optional<String> nameOf(int bandit) {
        return Optional.ofNullable(engine.directory().find(bandit)).map(Entry::name);
    }

    /** Whether new work would be refused, because the disk is behind or too many decisions wait. */
    public boolean isBusy() {
        return engine.isBusy();
    }

    @Override
    public long waiting() {
        return engine.waiting();
    }

    @Override
    public int bandits() {
        return engine.directory().size();
    }

    @Override
    public int residents() {
        return engine.residents();
    }

    @Override
    public Optional<String> failure() {
        return engine.failure().map(e -> String.valueOf(e.getMessage()));
    }

    /** Takes no more work, answers what was asked, and ends with a snapshot, so that the next start has nothing to replay. */
    @Override
    public void close() throws IOException {
        engine.close();
    }

    /** The state of a bandit, as bytes that can be compared. */
    CompletionStage<byte[]> state(String name) {
        return engine.ask(name, turn -> turn.bandit().write());
    }

    /** Makes a snapshot now. */
    void snapshot() throws IOException, InterruptedException {
        engine.snapshot();
    }
}
