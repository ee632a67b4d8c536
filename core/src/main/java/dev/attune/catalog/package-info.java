/**
 * Policies and tuners by name. {@link dev.attune.catalog.Catalog} lists those of the library and those of the class path; {@link
 * dev.attune.catalog.BanditDefinition} is a bandit as names and numbers, from which it is created and which is part of every saved bandit.
 */
package dev.attune.catalog;
