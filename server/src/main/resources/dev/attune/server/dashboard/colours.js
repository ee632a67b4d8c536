// Colours of the style sheet for canvases, and a steady colour for every arm.

const HUES = 8;
const resolved = new Map();
const arms = new Map();

document.addEventListener('attune:theme', () => resolved.clear());

/** What a colour of CSS is in the theme in force, as rgb() or rgba(). */
export function colour(css) {
  if (!resolved.has(css)) {
    const probe = document.createElement('i');
    probe.style.color = css.startsWith('--') ? `var(${css})` : css;
    probe.hidden = true;
    document.body.append(probe);
    const computed = getComputedStyle(probe).color;
    probe.remove();
    // A pixel, because a mixed colour is computed in a notation that charts do not read.
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const context = canvas.getContext('2d');
    context.fillStyle = computed;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
    resolved.set(css, `rgb(${red}, ${green}, ${blue})`);
  }
  return resolved.get(css);
}

/** The same, seen through. */
export function faint(css, alpha) {
  return colour(css).replace('rgb(', 'rgba(').replace(')', `, ${alpha})`);
}

/** A number that depends on the text alone (FNV-1a). */
function hash(text) {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  return value >>> 0;
}

/**
 * Colours of the style sheet for arms: each starts at the hue of its id, and of those shown together two never share a hue as long as there are
 * enough. The result depends on the set of ids, not on their order or on what was loaded before.
 */
export function paint(bandit, ids) {
  const known = arms.get(bandit) ?? new Map();
  const fresh = [...new Set(ids)].filter(id => !known.has(id)).sort();
  const used = new Set(known.values());
  for (const id of fresh) {
    let index = hash(id) % HUES;
    for (let step = 0; used.has(index) && step < HUES; step++) {
      index = (index + 1) % HUES;
    }
    if (used.has(index)) {
      index = HUES + known.size;
    }
    used.add(index);
    known.set(id, index);
  }
  arms.set(bandit, known);
}

/** A colour of the style sheet for an arm of a bandit. */
export function armColour(bandit, arm) {
  paint(bandit, [arm]);
  const index = arms.get(bandit).get(arm);
  const hue = `var(--arm-${index % HUES})`;
  return index < HUES ? hue : `color-mix(in srgb, ${hue} 62%, var(--${Math.floor(index / HUES) % 2 ? 'ink' : 'surface'}))`;
}
