/**
 * Named features and their encoding. {@link dev.attune.encode.Features} and {@link dev.attune.encode.Arm} describe a context and its arms; an {@link
 * dev.attune.encode.Encoder} turns them into vectors of fixed length by signed hashing, as an {@link dev.attune.encode.EncoderDefinition} declares.
 * Applications use the first two; {@link dev.attune.Bandit} applies the encoder.
 */
package dev.attune.encode;
