/**
 * The entry point of the library. {@link dev.attune.Attune} builds a {@link dev.attune.Bandit}, which is safe under threads; a {@link
 * dev.attune.Decision} carries everything that its reward needs. The other exported packages are only needed to declare features, to select
 * policies and tuners by name, and to extend the library.
 */
package dev.attune;
