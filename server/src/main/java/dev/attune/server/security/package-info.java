/** Keys and their scopes, rate limits. Independent of HTTP. */
package dev.attune.server.security;
