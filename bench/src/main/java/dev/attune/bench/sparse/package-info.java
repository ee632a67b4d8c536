/** Sparse named features: worlds of many words, played by Attune and, if it is on the class path, by Vowpal Wabbit. */
package dev.attune.bench.sparse;
