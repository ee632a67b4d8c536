/** How many rounds a bandit needs, by simulation. */
@NullMarked
package dev.attune.lab.traffic;

import org.jspecify.annotations.NullMarked;
