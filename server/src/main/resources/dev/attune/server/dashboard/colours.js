// Colours of the style sheet for canvases, and a steady colour for every arm.

const HUES = 10;
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

/** A colour of the style sheet for an arm of a bandit: the first come get the most distinct ones and keep them. */
export function armColour(bandit, arm) {
  if (!arms.has(bandit)) {
    arms.set(bandit, new Map());
  }
  const known = arms.get(bandit);
  if (!known.has(arm)) {
    known.set(arm, known.size);
  }
  const index = known.get(arm);
  const hue = `var(--arm-${index % HUES})`;
  return index < HUES ? hue : `color-mix(in srgb, ${hue} 62%, var(--${Math.floor(index / HUES) % 2 ? 'ink' : 'surface'}))`;
}
