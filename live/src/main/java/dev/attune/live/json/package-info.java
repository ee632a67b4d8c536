/**
 * Requests, answers and definitions as JSON. Input is read strictly, as a stream: an unknown or repeated field, a wrong type, a number that
 * is not finite, or more than a limit allows is a {@link dev.attune.live.RefusedException} that names the field.
 */
package dev.attune.live.json;
