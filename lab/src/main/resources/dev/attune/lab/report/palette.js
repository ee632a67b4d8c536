// One look for each tuner, the same in every panel: a colour of Okabe and Ito's palette and a dash pattern. Seven colours and
// five patterns make 35 pairs, so that lines can be told apart without colour, too.

const COLOURS = 7;
const DASHES = [[], [9, 4], [3, 3], [10, 3, 2, 3], [14, 4]];

const REFERENCES = {
  BEST_FIXED: { colour: '--ink', dash: [6, 3] },
  GREEDY: { colour: '--grey', dash: [] },
  RANDOM: { colour: '--grey', dash: [2, 3] },
};

const looks = new Map();

function lookOf(line) {
  if (REFERENCES[line.role]) {
    return REFERENCES[line.role];
  }
  if (!looks.has(line.tuner)) {
    const index = looks.size;
    looks.set(line.tuner, { colour: `--series-${index % COLOURS}`, dash: DASHES[index % DASHES.length] });
  }
  return looks.get(line.tuner);
}

/** The value of a custom property of the style sheet in the theme in force. */
function themed(property) {
  return getComputedStyle(document.documentElement).getPropertyValue(property).trim();
}

/** A short piece of a tuner's line, for legends. */
function swatch(look) {
  return el('svg', { class: 'swatch', viewBox: '0 0 28 8', 'aria-hidden': 'true' },
    el('line', {
      x1: 0, y1: 4, x2: 28, y2: 4, 'stroke-width': 2.5,
      'stroke-dasharray': look.dash.length ? look.dash.join(' ') : null,
      style: `stroke: var(${look.colour})`,
    }));
}
