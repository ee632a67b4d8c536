/**
 * Requests, answers and definitions as JSON. What comes in is read strictly, as a stream: an unknown or repeated field, a wrong type, a
 * number that is not finite, too much of anything is a {@link dev.attune.live.RefusedException} that names the field.
 */
package dev.attune.live.json;
