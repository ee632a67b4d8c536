/** Who may do what: keys and their scopes, ids that cannot be forged, rates. Knows nothing of HTTP. */
package dev.attune.server.security;
