// Numbers as text, and elements whose content is always text: no name ever becomes markup.

const NONE = '–';

/** By decimals: a formatter costs more to make than a table to fill. */
const FORMATS = [];

/** An element. Attributes with null or false are left out; children are elements or text. */
function el(tag, attributes = {}, ...children) {
  const node = tag === 'svg' || tag === 'line'
    ? document.createElementNS('http://www.w3.org/2000/svg', tag)
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'style') {
      node.style.cssText = value;
    } else if (value !== null && value !== false) {
      node.setAttribute(name, value === true ? '' : value);
    }
  }
  node.append(...children.filter(child => child !== null));
  return node;
}

function known(value) {
  return value !== null && Number.isFinite(value);
}

function fixed(value, decimals) {
  if (!known(value)) {
    return NONE;
  }
  FORMATS[decimals] = FORMATS[decimals] || new Intl.NumberFormat('en-GB', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'negative',
  });
  return FORMATS[decimals].format(value).replace('-', '\u2212');
}

/** How many decimals show three digits of the smallest of these numbers, and not a silly number of the largest. */
function decimalsFor(values) {
  const sizes = values.filter(value => known(value) && value !== 0).map(Math.abs);
  if (sizes.length === 0) {
    return 0;
  }
  const digits = size => Math.floor(Math.log10(size));
  const wanted = 2 - digits(Math.min(...sizes));
  const most = Math.max(0, 5 - digits(Math.max(...sizes)));
  return Math.max(0, Math.min(wanted, most, 6));
}

/** Formats numbers of one column alike. */
function column(values) {
  const decimals = decimalsFor(values);
  return value => fixed(value, decimals);
}

function short(value) {
  return fixed(value, decimalsFor([value]));
}

/** A setting as one would type it, but for thousands. */
function typed(value) {
  return !known(value) ? NONE : Number.isInteger(value) ? fixed(value, 0) : String(Number(value.toPrecision(4)));
}

function interval(estimate, format) {
  return known(estimate.low) && known(estimate.high) ? `${format(estimate.low)} to ${format(estimate.high)}` : NONE;
}

function ratioText(ratio) {
  return fixed(ratio, ratio >= 100 ? 0 : ratio >= 10 ? 1 : 2);
}

function plural(count, word) {
  return `${fixed(count, 0)} ${count === 1 ? word : word.replace(/y$/, 'ie') + 's'}`;
}

function panelName(panel) {
  return `${panel.policy} on ${panel.environment}`;
}
