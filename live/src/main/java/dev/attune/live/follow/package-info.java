/** The interface between a program that decides by published models and the stream that learns: models come in, decisions and rewards go out. */
package dev.attune.live.follow;
