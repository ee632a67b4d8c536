/** Bandits that learn elsewhere, in a stream, and decide here: models come in, decisions and rewards go out. */
package dev.attune.server.follow;
