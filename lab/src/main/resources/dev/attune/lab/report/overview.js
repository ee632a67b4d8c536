// The matrix of panels and tuners: which tuner to trust on which problem.

/** Longer names are broken into lines. */
const LONG_NAME = 12;

/** Full colour at one and a half times the baseline's regret, or at a tenth less reward; negative is better. */
function shade(panel, line) {
  if (!known(line.ratio) || line.ratio <= 0) {
    return 0;
  }
  const loss = panel.knowsRegret ? Math.log(line.ratio) / Math.log(1.5) : 10 * (1 - line.ratio);
  return Math.max(-1, Math.min(1, loss));
}

/** The first line of every tuner: those asked for as the panels list them, the references last. */
function tunersOf(panels) {
  const lines = new Map();
  for (const line of panels.flatMap(panel => panel.lines)) {
    lines.set(line.tuner, lines.get(line.tuner) || line);
  }
  const order = ['ASKED', 'GREEDY', 'RANDOM', 'BEST_FIXED'];
  return [...lines.values()].sort((a, b) => order.indexOf(a.role) - order.indexOf(b.role));
}

function overviewTable(data) {
  const tuners = tunersOf(data.panels);
  const names = tuners.map(line => line.tuner);
  const firstReference = tuners.findIndex(line => line.role !== 'ASKED');
  const table = el('table', { class: 'matrix' },
    el('caption', {}, el('div', {}, ...overviewCaption(data))),
    el('thead', {}, el('tr', {},
      el('th', { scope: 'col' }, 'Problem'),
      ...tuners.map(line => el('th', { scope: 'col' },
        swatch(lookOf(line)),
        el('span', { class: line.tuner.length > LONG_NAME ? 'long' : null },
          line.role === 'BEST_FIXED' ? `${line.tuner} itself` : line.tuner))))),
    el('tbody', {}, ...data.panels.map((panel, index) => overviewRow(panel, index, names))),
    overviewFoot(data, tuners));
  if (firstReference > 0) {
    for (const row of table.rows) {
      row.cells[1 + firstReference].classList.add('edge');
    }
  }
  return el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Overview table' }, table);
}

function overviewCaption(data) {
  const regret = data.panels.some(panel => panel.knowsRegret);
  const reward = data.panels.some(panel => !panel.knowsRegret);
  const baselines = new Set(data.panels.map(panel => panel.baseline));
  const baseline = baselines.size === 1 ? [...baselines][0] : 'Best fixed or else the best tuner';
  return [
    regret ? `Regret divided by that of ${baseline}: lower is better. ` : null,
    reward ? `${regret ? 'Where regret is not known, reward' : 'Reward'}: higher is better. ` : null,
    'Colours: ',
    el('span', { class: 'key better' }, 'better'),
    ' or ',
    el('span', { class: 'key worse' }, 'worse'),
    ` than ${baseline}. Bold is the best tuner of a row; whether by more than chance, its panel says.`,
  ];
}

function overviewRow(panel, index, names) {
  const lines = new Map(panel.lines.map(line => [line.tuner, line]));
  const asked = panel.lines.filter(line => line.role === 'ASKED').map(line => line.result.mean).filter(known);
  const best = panel.knowsRegret ? Math.min(...asked) : Math.max(...asked);
  const format = column(panel.lines.map(line => line.result.mean));
  const row = el('tr', { 'data-panel': index },
    el('th', { scope: 'row' }, el('a', { href: `#panel-${index}` }, panelName(panel))),
    ...names.map(name => lines.get(name)).map(line => {
      if (!line) {
        return el('td', {}, NONE);
      }
      const amount = shade(panel, line);
      const isBest = line.role === 'ASKED' && line.result.mean === best;
      return el('td', {
        class: `${amount < 0 ? 'better' : 'worse'} ${isBest ? 'best' : ''}`,
        style: `--amount: ${Math.round(Math.abs(amount) * 100)}%`,
      }, panel.knowsRegret && known(line.ratio) && line.role !== 'BEST_FIXED' ? ratioText(line.ratio) : format(line.result.mean));
    }));
  row.addEventListener('click', event => {
    if (!event.target.closest('a')) {
      location.hash = `panel-${index}`;
    }
  });
  return row;
}

/** The ratios of all panels with known regret together, if there are several. */
function overviewFoot(data, tuners) {
  const panels = data.panels.filter(panel => panel.knowsRegret).length;
  if (panels < 2) {
    return null;
  }
  const overall = new Map(data.overall.map(row => [row.tuner, row]));
  const row = (title, value) => el('tr', {},
    el('th', { scope: 'row' }, title),
    ...tuners.map(line => line.role !== 'BEST_FIXED' && overall.get(line.tuner)).map(all => el('td', {},
      all ? ratioText(all[value]) : NONE,
      all && all.panels < panels ? el('small', {}, ` on ${all.panels}`) : null)));
  return el('tfoot', {},
    row('Geometric mean, in hindsight', 'geometricMean'),
    row('Worst, in hindsight', 'worst'));
}
