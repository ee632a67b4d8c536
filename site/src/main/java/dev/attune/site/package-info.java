/** The documentation site: pages of the checkout as HTML, with navigation, search and checked links. */
@NullMarked
package dev.attune.site;

import org.jspecify.annotations.NullMarked;
