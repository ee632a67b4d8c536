/** Keys and their scopes, signed ids, rate limits. Independent of HTTP. */
package dev.attune.server.security;
