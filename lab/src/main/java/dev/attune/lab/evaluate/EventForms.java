package dev.attune.lab.evaluate;

import dev.attune.api.ActionSet;
import dev.attune.lab.log.LoggedEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The forms in which the arms of an event are encoded: sparse arms for policies that take them, vectors for the others. The first form is that of
 * the reward model, and decides which events count. A further form that rejects one of these events is not used, so that all candidates are valued
 * on the same events.
 */
final class EventForms {
    private final List<Form> forms = new ArrayList<>();

    private static final class Form {
        final EventEncoder encoder;
        long rejected;
        String why = "";
        boolean used;

        @Nullable
        ActionSet arms;

        Form(EventEncoder encoder) {
            this.encoder = encoder;
        }
    }

    EventForms(List<EventEncoder> encoders) {
        if (encoders.isEmpty()) {
            throw new IllegalArgumentException("events need an encoder");
        }
        encoders.forEach(encoder -> forms.add(new Form(encoder)));
        use(0);
    }

    /**
     * Shows an event to all encoders.
     *
     * @throws IllegalArgumentException if the first one rejects it
     */
    void look(LoggedEvent event) {
        forms.get(0).encoder.look(event);
        for (Form form : forms.subList(1, forms.size())) {
            try {
                form.encoder.look(event);
            } catch (IllegalArgumentException e) {
                form.why = form.rejected++ == 0 ? String.valueOf(e.getMessage()) : form.why;
            }
        }
    }

    /** Returns the number of features of an arm in a form; 0 for sparse arms. */
    int dimension(int form) {
        return forms.get(form).encoder.dimension();
    }

    /** Encodes events in this form from now on. */
    void use(int form) {
        forms.get(form).used = true;
    }

    /** Encodes the arms of an event in all forms that are used. */
    void encode(LoggedEvent event) {
        for (Form form : forms) {
            if (form.used) {
                form.arms = form.encoder.encode(event);
            }
        }
    }

    /** Returns the arms of the event that was encoded last, in a form that is used. */
    ActionSet arms(int form) {
        return Objects.requireNonNull(forms.get(form).arms);
    }

    /**
     * Returns the form that a policy takes.
     *
     * @throws IllegalArgumentException if there is none, or its encoder rejected events
     */
    int formFor(LearningPolicy policy) {
        OptionalInt found = OptionalInt.empty();
        for (int i = forms.size() - 1; i >= 0; i--) {
            if ((dimension(i) == 0) == policy.sparse() && forms.get(i).encoder.perArm() == policy.perArm()) {
                found = OptionalInt.of(i);
            }
        }
        Form form = forms.get(found.orElseThrow(() -> new IllegalArgumentException("it takes "
                + (policy.sparse() ? "sparse arms" : policy.perArm() ? "vectors with a block for each arm" : "vectors")
                + ", which these events have not")));
        if (form.rejected > 0) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "%,d events do not fit its vectors, the first because %s", form.rejected, form.why));
        }
        return found.getAsInt();
    }
}
