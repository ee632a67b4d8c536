// Elements made from data. Text is always text: no part of the dashboard parses markup.

const SVG = 'http://www.w3.org/2000/svg';

/** An HTML element: h('a', {href: '#/', class: 'x', onclick: f}, 'text', other). Children are text unless they are nodes. */
export function h(tag, props, ...children) {
  return build(document.createElement(tag), props, children);
}

/** The same for SVG. */
export function svg(tag, props, ...children) {
  return build(document.createElementNS(SVG, tag), props, children);
}

function build(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    setProperty(element, name, value);
  }
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

function setProperty(element, name, value) {
  if (value === null || value === undefined || value === false) {
    return;
  }
  if (name.startsWith('on')) {
    if (typeof value !== 'function') {
      throw new TypeError(`${name} must be a function`);
    }
    element.addEventListener(name.slice(2), value);
  } else if (name === 'style') {
    // By the object model: a style attribute would need an exception in the content security policy.
    Object.entries(value).forEach(([property, each]) => element.style.setProperty(property, each));
  } else if (name === 'value') {
    element.value = value;
  } else {
    element.setAttribute(name, value === true ? '' : String(value));
  }
}

/** Sets the text of an element, if it is another one. */
export function setText(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/**
 * Makes the children of an element follow a list, and keeps those that stay, so that focus and selection survive.
 * make(item) returns {el, update(item)}. Returns what was made for all items.
 */
export function keyed(parent, items, keyOf, make) {
  const old = parent.attuneParts ?? new Map();
  const parts = new Map();
  let place = parent.firstChild;
  for (const item of items) {
    const key = keyOf(item);
    const part = old.get(key) ?? make(item);
    part.update?.(item);
    parts.set(key, part);
    old.delete(key);
    if (part.el === place) {
      place = place.nextSibling;
    } else {
      parent.insertBefore(part.el, place);
    }
  }
  old.forEach(part => part.el.remove());
  parent.attuneParts = parts;
  return parts;
}

/** Offers an address as a file to save. */
export function saveAs(file, address) {
  h('a', { href: address, download: file }).click();
}

/** Offers a Blob as a file to save. */
export function saveBlob(file, blob) {
  const address = URL.createObjectURL(blob);
  saveAs(file, address);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

let announced = 0;

/** Announces a text to screen readers, once and politely. */
export function announce(text) {
  const place = document.getElementById('announce');
  const number = ++announced;
  place.textContent = '';
  setTimeout(() => {
    if (number === announced) {
      place.textContent = text;
    }
  }, 50);
}

/** A short notice at the bottom, which disappears after some seconds. */
export function toast(text) {
  const notice = h('p', { class: 'toast' }, text);
  document.body.append(notice);
  announce(text);
  setTimeout(() => notice.remove(), 6000);
}
