package dev.attune.flink.stream;

import dev.attune.flink.wire.Message;

/**
 * What bandits of a name are to be from a moment on.
 *
 * @param began the record that defined the name after there was nothing: another one means other bandits
 * @param at the record that said so
 * @param said what it says
 */
record Definition(Place began, Place at, Message.Define said) {}
