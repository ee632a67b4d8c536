/** For those who decide elsewhere than in the stream: the models that it publishes come in, decisions and rewards go out to it. */
package dev.attune.flink.follow;
