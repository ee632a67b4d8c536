package dev.attune.kafka.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.api.SettingSpace;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.journal.Offer;
import dev.attune.live.Answer;
import dev.attune.live.DecisionRequest;
import dev.attune.live.Observation;
import dev.attune.live.RefusedException;
import dev.attune.live.RewardMessage;
import dev.attune.live.json.JsonLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordCodecTest {
    private static final RecordCodec CODEC = new RecordCodec(JsonLimits.DEFAULT);

    private static byte[] bytes(String text) {
        return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void requestsAreTheBodiesOfTheService() {
        Message decide = CODEC.readRequest(
                bytes("{'version':1,'decide':{'id':'c-1','context':{'age':31},'arms':['a','b'],'top':2}}"));
        Message observe = CODEC.readRequest(bytes("{'version':1,'observe':{'arms':['a','b'],'arm':'b','reward':1}}"));

        assertThat(((Message.Decide) decide).request().clientId()).isEqualTo("c-1");
        assertThat(((Message.Decide) decide).request().top()).isEqualTo(2);
        assertThat(((Message.Observe) observe).observation().arm()).isEqualTo("b");
        assertThat(CODEC.readRequest(RecordCodec.tick())).isInstanceOf(Message.Tick.class);
        assertThat(CODEC.readReward(RecordCodec.tick())).isInstanceOf(Message.Tick.class);
        assertThat(CODEC.readDefinition("x", RecordCodec.tick())).isInstanceOf(Message.Tick.class);
    }

    @Test
    void whatIsWrittenIsReadBack() {
        Features context = Features.of("age", 31, "new", true);
        Offer inline = new Offer.Inline(List.of(new Arm("a", Features.of("price", 2.5)), new Arm("b", Features.NONE)));
        Offer catalogue = new Offer.FromCatalogue(3, List.of("a"));
        for (Offer offer : List.of(inline, catalogue, new Offer.FromCatalogue(0, List.of()))) {
            DecisionRequest request = new DecisionRequest("c-1", context, offer, 2);
            assertThat(CODEC.readRequest(RecordCodec.decide(request))).isEqualTo(new Message.Decide(request));
            Observation observation = new Observation("", context, offer, "a", 0.25, OptionalDouble.of(1));
            assertThat(CODEC.readRequest(RecordCodec.observe(observation))).isEqualTo(new Message.Observe(observation));
        }
        DecisionRequest plain = new DecisionRequest("", Features.NONE, inline, 1);
        assertThat(CODEC.readRequest(RecordCodec.decide(plain))).isEqualTo(new Message.Decide(plain));
        RewardMessage byRequest = new RewardMessage("", "c-17", "r1", 0.5);
        RewardMessage byDecision = new RewardMessage("movies:42", "", -1);
        assertThat(CODEC.readReward(RecordCodec.reward(byRequest))).isEqualTo(new Message.Reward(byRequest));
        assertThat(CODEC.readReward(RecordCodec.reward(byDecision))).isEqualTo(new Message.Reward(byDecision));
        Message.Define defined = (Message.Define)
                CODEC.readDefinition("movies", RecordCodec.define(out -> out.writeStringField("policy", "LinTS")));
        assertThat(defined.bandit().definition().bandit().policy()).isEqualTo("LinTS");
    }

    @Test
    void aDecisionIsReadBackByItsRequest() throws IOException {
        Answer answer = new Answer(42, 0, 7, "a", 0.5, SettingSpace.EMPTY.preset(), List.of("a"), false);

        assertThat(RecordCodec.readDecision(RecordCodec.decision("movies~de", "c-17", 1000, answer)))
                .isEqualTo(new RecordCodec.Decided("c-17", "movies~de:42", "a"));
    }

    @Test
    void rewardsNameADecisionOrARequest() {
        Message byDecision =
                CODEC.readReward(bytes("{'version':1,'reward':{'decision':'movies~de:42','value':1,'id':'r1'}}"));
        Message byRequest = CODEC.readReward(bytes("{'version':1,'reward':{'request':'c-17','value':0.5}}"));

        assertThat(((Message.Reward) byDecision).reward().decision()).isEqualTo("movies~de:42");
        assertThat(((Message.Reward) byDecision).reward().request()).isEmpty();
        assertThat(((Message.Reward) byRequest).reward().request()).isEqualTo("c-17");
        assertThat(((Message.Reward) byRequest).reward().value()).isEqualTo(0.5);
    }

    @Test
    void aDefinitionWithoutASeedHasOneThatFollowsFromItsName() {
        byte[] value = bytes("{'version':1,'define':{'policy':'LinTS','arms':['a']},'paused':true}");
        Message.Define first = (Message.Define) CODEC.readDefinition("movies", value);
        Message.Define again = (Message.Define) CODEC.readDefinition("movies", value);
        Message.Define other = (Message.Define) CODEC.readDefinition("shop", value);

        assertThat(first.paused()).isTrue();
        assertThat(first.bandit()).isEqualTo(again.bandit());
        assertThat(first.bandit().definition().bandit().options().seed())
                .isNotEqualTo(other.bandit().definition().bandit().options().seed());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'version':2,'decide':{}}|version",
                "{'decide':{},'version':1}|version",
                "{'version':1}|''",
                "{'version':1,'decide':{},'decide':{}}|decide",
                "{'version':1,'decide':{},'observe':{}}|observe",
                "{'version':1,'what':1}|what",
                "{'version':1,'tick':false}|tick",
                "{'version':1,'decide':{'arms':['a',{'id':7}]}}|decide.arms[1].id",
                "{'version':1,'decide':{'arms':['a']}} 1|''",
                "{'version':'1','decide':{}}|version",
                "[]|''",
                "{|''"
            })
    void whatIsNoRequestIsRefusedWithItsField(String text, String field) {
        assertThatThrownBy(() -> CODEC.readRequest(bytes(text)))
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.field()).isEqualTo(field.equals("''") ? "" : field));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'version':1,'reward':{'value':1}}",
                "{'version':1,'reward':{'decision':'a:1','request':'c','value':1}}",
                "{'version':1,'reward':{'decision':'a:1'}}",
                "{'version':1,'reward':{'decision':'a:1','value':1,'more':1}}",
                "{'version':1,'decide':{}}"
            })
    void whatIsNoRewardIsRefused(String text) {
        assertThatThrownBy(() -> CODEC.readReward(bytes(text))).isInstanceOf(RefusedException.class);
    }

    @Test
    void aDefinitionOfAnotherNameIsRefused() {
        assertThatThrownBy(() -> CODEC.readDefinition("shop", bytes("{'version':1,'define':{'name':'movies'}}")))
                .isInstanceOf(RefusedException.class)
                .hasMessage("is movies, but this is a definition of shop");
    }

    @Test
    void keysAreNamesWithOrWithoutASegment() {
        assertThat(BanditKey.isValid("movies")).isTrue();
        assertThat(BanditKey.isValid("movies~de")).isTrue();
        for (String bad : new String[] {"", "movies~", "~de", "movies~de~x", "mo vies", "movies#2", "x".repeat(201)}) {
            assertThat(BanditKey.isValid(bad)).as(bad).isFalse();
        }
        assertThat(BanditKey.name("movies~de")).isEqualTo("movies");
        assertThat(BanditKey.seed("movies", 7)).isEqualTo(7);
        assertThat(BanditKey.seed("movies~de", 7)).isNotEqualTo(BanditKey.seed("movies~fr", 7));
    }

    @Test
    void decisionsAreNamedByKeyAndNumber() {
        assertThat(BanditKey.number("movies~de", BanditKey.decision("movies~de", 42)))
                .isEqualTo(42);
        for (String bad :
                new String[] {"", "movies:42", "movies~de:", "movies~de:-1", "movies~de:4x", "movies~dex42"}) {
            assertThat(BanditKey.number("movies~de", bad)).as(bad).isZero();
        }
        assertThat(BanditKey.number("movies", "movies:99999999999999999999")).isZero();
    }

    @Test
    void aDeadLetterTellsAnyRecordAndStaysSmall() {
        byte[] nul = new byte[2_000_000];
        String half = "\ud800".repeat(5000);

        assertThat(text(RecordCodec.deadLetter(letter("", "{}".getBytes(StandardCharsets.UTF_8)))))
                .isEqualTo(
                        "{\"version\":1,\"reason\":\"invalid\",\"field\":\"\",\"message\":\"m\",\"topic\":\"t\","
                                + "\"partition\":3,\"offset\":17,\"time\":\"1970-01-01T00:00:01Z\",\"key\":\"k\",\"value\":\"{}\"}");
        assertThat(text(RecordCodec.deadLetter(letter("", new byte[] {(byte) 0xff}))))
                .contains("\"valueBase64\":\"/w==\"");
        assertThat(text(RecordCodec.deadLetter(letter(half, nul))))
                .hasSizeLessThan(900_000)
                .contains("\"cut\":true");
        Arrays.fill(nul, (byte) 0xff);
        assertThat(RecordCodec.deadLetter(letter(half, nul)).length).isLessThan(900_000);
    }

    @Test
    void aDeadLetterIsReadBack() throws IOException {
        byte[] binary = {(byte) 0xff};

        DeadLetter read = RecordCodec.readDeadLetter(RecordCodec.deadLetter(letter("f", binary)));

        assertThat(read).usingRecursiveComparison().isEqualTo(letter("f", binary));
        assertThat(RecordCodec.readDeadLetter(RecordCodec.deadLetter(letter("", "{}".getBytes(StandardCharsets.UTF_8))))
                        .value())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("{}");
    }

    @Test
    void aDeadLetterOfAnotherProgramMayLackFields() throws IOException {
        DeadLetter read = RecordCodec.readDeadLetter(
                "{\"version\":1,\"reason\":\"late\",\"key\":\"k\"}".getBytes(StandardCharsets.UTF_8));

        assertThat(read).isEqualTo(new DeadLetter("late", "", "", "", 0, 0, 0, "k", null));
    }

    private static DeadLetter letter(String field, byte[] value) {
        return new DeadLetter("invalid", field, "m", "t", 3, 17, 1000, "k", value);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
