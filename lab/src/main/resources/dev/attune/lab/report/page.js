// Puts the page together, and draws charts while they are near the window.

/** Charts are drawn this far ahead of being seen, and taken down when they are as far away: a canvas costs memory. */
const AHEAD = '800px';

const data = JSON.parse(document.getElementById('data').textContent);
const choice = { environment: null, policy: null, log: false };
const chartOf = new Map();

function refresh(chart) {
  if (chart.live) {
    chart.live.setOption(chart.option(), true);
  }
}

function show(chart) {
  if (!chart.live) {
    chart.live = echarts.init(chart.holder);
    chart.live.on('datazoom', () => {
      const { startValue, endValue } = chart.live.getOption().dataZoom[0];
      zoomTo(chart.view, [startValue, endValue], chart);
    });
    refresh(chart);
  }
}

function hide(chart) {
  if (chart.live) {
    chart.live.dispose();
    chart.live = null;
  }
}

/** All charts of a panel show the same rounds. The one that is being dragged must not be drawn anew under the hand. */
function zoomTo(view, zoom, source = null) {
  view.zoom = zoom && (zoom[0] > 0 || zoom[1] < view.rounds) ? zoom : null;
  for (const chart of view.charts.filter(candidate => candidate.spec && candidate.live)) {
    if (chart === source) {
      chart.live.setOption({ yAxis: yRange(chart.spec, view) });
    } else {
      refresh(chart);
    }
  }
}

const PAPER = 640; // CSS pixels

const nearness = new IntersectionObserver(entries => {
  for (const entry of entries) {
    (entry.isIntersecting ? show : hide)(chartOf.get(entry.target));
  }
}, { rootMargin: `${AHEAD} 0px` });

/** Paper is white and has no window: all charts are drawn, at a width that fits A4 and letter paper. */
addEventListener('beforeprint', () => {
  document.documentElement.classList.add('paper');
  chartOf.forEach(chart => {
    if (chart.holder.offsetParent !== null) {
      show(chart);
      refresh(chart);
      chart.live.resize({ width: chart.holder.closest('.small-charts') ? PAPER / 2 - 16 : PAPER });
    }
  });
});
addEventListener('afterprint', () => {
  document.documentElement.classList.remove('paper');
  chartOf.forEach(chart => {
    if (chart.live) {
      refresh(chart);
      chart.live.resize({ width: 'auto' });
    }
  });
});

const sizes = new ResizeObserver(entries => {
  for (const { target } of entries) {
    const { live } = chartOf.get(target);
    if (live) {
      live.resize();
    }
  }
});

function addPanel(panel, index) {
  const view = {
    rounds: panel.rounds,
    hidden: new Set(panel.lines.filter(line => line.role === 'RANDOM' && randomSqueezes(panel)).map(line => line.tuner)),
    zoom: null,
    charts: [],
    get log() {
      return choice.log;
    },
  };
  document.getElementById('panels').append(panelSection(panel, index, view));
  for (const chart of view.charts) {
    chartOf.set(chart.holder, chart);
    nearness.observe(chart.holder);
    sizes.observe(chart.holder);
  }
}

function applyFilter() {
  let shown = 0;
  data.panels.forEach((panel, index) => {
    const fits = ['environment', 'policy'].every(field => choice[field] === null || choice[field] === panel[field]);
    shown += fits ? 1 : 0;
    document.getElementById(`panel-${index}`).hidden = !fits;
    document.querySelector(`tr[data-panel="${index}"]`).hidden = !fits;
  });
  const foot = document.querySelector('.matrix tfoot');
  if (foot) {
    foot.hidden = shown < data.panels.length;
  }
  document.getElementById('shown').textContent = shown === data.panels.length
    ? plural(shown, 'problem')
    : `${fixed(shown, 0)} of ${plural(data.panels.length, 'problem')}`;
}

function filter(label, field) {
  const values = [...new Set(data.panels.map(panel => panel[field]))];
  if (values.length < 2) {
    return null;
  }
  const select = el('select', { name: field }, ...['all', ...values].map(value => el('option', {}, value)));
  select.addEventListener('change', () => {
    choice[field] = select.selectedIndex === 0 ? null : values[select.selectedIndex - 1];
    applyFilter();
  });
  return el('label', {}, label, select);
}

function scaleSwitch() {
  const radio = (text, log) => {
    const input = el('input', { type: 'radio', name: 'scale', value: text, checked: !log });
    input.addEventListener('change', () => {
      choice.log = log;
      chartOf.forEach(refresh);
    });
    return el('label', {}, input, el('span', {}, text));
  };
  return el('fieldset', {}, el('legend', {}, 'y axes'), radio('linear', false), radio('log', true));
}

function header() {
  const environments = new Set(data.panels.map(panel => panel.environment)).size;
  const policies = new Set(data.panels.map(panel => panel.policy)).size;
  const tuners = tunersOf(data.panels).filter(line => line.role === 'ASKED').length;
  document.title = `${data.title} – Attune report`;
  document.getElementById('title').textContent = data.title;
  document.getElementById('extent').textContent =
    `${plural(tuners, 'tuner')} on ${plural(environments, 'environment')} with ${plural(policies, 'policy')}, ` +
    (data.repetitions === '1'
      ? '1 repetition each, so there are no confidence intervals.'
      : `${data.repetitions} repetitions each. Bands are 95 % confidence intervals of the mean.`);
  document.getElementById('about').append(...data.about.map(line => el('li', {}, line)));
}

header();
data.panels.flatMap(panel => panel.lines).forEach(lookOf); // in the order of the spec
document.getElementById('overview').append(overviewTable(data));
data.panels.forEach(addPanel);
const controls = document.getElementById('controls');
controls.append(...[
  filter('Environment', 'environment'), filter('Policy', 'policy'), scaleSwitch(), el('output', { id: 'shown' }),
].filter(Boolean));
controls.addEventListener('submit', event => event.preventDefault());
applyFilter();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => chartOf.forEach(refresh));
if (location.hash) {
  // The panels were not there yet when the browser looked for it.
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}
