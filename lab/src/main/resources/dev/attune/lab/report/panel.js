// One panel: what was found, its charts, its table.

/** How many rounds the arrow keys pass at a time, as a share of those in view. */
const KEY_STEP = 1 / 40;

/** A panel's section. Its charts go to view.charts, to be drawn when they come into view. */
function panelSection(panel, index, view) {
  const title = `panel-${index}-title`;
  const result = resultSpec(panel);
  const small = settingNames(panel).map(name => {
    const spec = settingSpec(panel, name);
    return chartFigure(view, spec, {
      title: `${name} over time`,
      label: `The hyperparameter ${name} over time, ${panelName(panel)}. At the end: ` +
        spec.lines.map(line => `${line.name} ${short(line.mean[line.mean.length - 1])}`).join('; ') + '.',
      option: () => bandOption(spec, view),
    });
  });
  if (panel.grid.length > 0) {
    small.push(chartFigure(view, null, {
      title: `${panel.knowsRegret ? 'Regret' : 'Reward'} of fixed settings, by ${gridRows(panel).axis}`,
      label: gridSummary(panel),
      option: () => gridOption(panel, view),
      note: panel.reference ? `The level line is ${panel.reference}.` : null,
    }));
  }
  return el('section', { class: 'panel', id: `panel-${index}`, 'aria-labelledby': title },
    el('div', { class: 'panel-head' },
      el('h2', { id: title }, panelName(panel)),
      el('a', { class: 'up', href: '#overview' }, 'Overview')),
    el('p', { class: 'facts' }, `${plural(panel.rounds, 'round')}, ${repetitionsOf(panel)}`),
    panel.verdict.length ? el('p', { class: 'verdict' }, panel.verdict.join(' ')) : null,
    legend(panel, view),
    chartFigure(view, result, {
      title: resultTitle(panel),
      label: resultSummary(panel),
      tall: true,
      option: () => bandOption(result, view),
      note: randomSqueezes(panel) ? 'Random is switched off at first, because it would squeeze the others.' : null,
    }),
    resultTable(panel),
    small.length ? el('div', { class: 'small-charts' }, ...small) : null);
}

/** Switches for lines, together with their bands, in all charts of the panel. */
function legend(panel, view) {
  const toAll = (type, line) => () => view.charts.forEach(chart => {
    if (chart.live) {
      chart.live.dispatchAction({ type, seriesName: line.tuner });
    }
  });
  return el('ul', { class: 'legend', 'aria-label': 'Tuners to show' }, ...panel.lines.map(line => {
    const button = el('button', { type: 'button', 'aria-pressed': String(!view.hidden.has(line.tuner)) },
      swatch(lookOf(line)), el('span', {}, line.tuner));
    button.addEventListener('click', () => {
      const shown = view.hidden.delete(line.tuner);
      if (!shown) {
        view.hidden.add(line.tuner);
      }
      button.setAttribute('aria-pressed', String(shown));
      view.charts.forEach(refresh);
    });
    button.addEventListener('pointerenter', toAll('highlight', line));
    button.addEventListener('pointerleave', toAll('downplay', line));
    return el('li', {}, button);
  }));
}

/** A chart with its heading; with a spec of lines over rounds, it can be zoomed. */
function chartFigure(view, spec, { title, label, tall, option, note }) {
  const holder = el('div', { class: tall ? 'chart tall' : 'chart', role: 'img', tabindex: 0, 'aria-label': label });
  const chart = { holder, view, spec, option, live: null, at: 0 };
  view.charts.push(chart);
  holder.addEventListener('keydown', event => walk(chart, event));
  return el('figure', {},
    el('figcaption', {}, el('h3', {}, title), spec ? zoomButtons(view, spec.rounds) : null),
    holder,
    note ? el('p', { class: 'note' }, note) : null);
}

function zoomButtons(view, rounds) {
  const button = (text, label, zoomed) => {
    const node = el('button', { type: 'button', 'aria-label': label, title: label }, text);
    node.addEventListener('click', () => zoomTo(view, zoomed(view.zoom || [0, rounds])));
    return node;
  };
  return el('div', { class: 'tools' },
    button('+', 'Zoom in to the earlier half', ([from, to]) => [from, Math.max((from + to) / 2, from + rounds / 100)]),
    button('\u2212', 'Zoom out', ([from, to]) => [Math.max(0, from - (to - from)), Math.min(rounds, to + (to - from))]),
    button('Reset', 'Reset the zoom', () => null));
}

/** Left and right move the tooltip, for those who use no mouse. */
function walk(chart, event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || !chart.live) {
    return;
  }
  const [from, to] = chart.spec
    ? chart.view.zoom || [0, chart.spec.rounds]
    : [0, chart.live.getOption().xAxis[0].data.length - 1];
  const stride = chart.spec ? (to - from) * KEY_STEP : 1;
  chart.at = Math.max(from, Math.min(to, chart.at + step * stride));
  chart.live.dispatchAction({
    type: 'showTip', x: chart.live.convertToPixel({ xAxisIndex: 0 }, chart.at), y: chart.holder.clientHeight / 2,
  });
  event.preventDefault();
}
