/** A client of the decision service. */
package dev.attune.client;
