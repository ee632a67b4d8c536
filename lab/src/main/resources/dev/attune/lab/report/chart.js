// A chart of lines with bands over rounds.

const FONT = 'system-ui, sans-serif';

/** What one chart shows: lines of {name, look, strong, t, mean, low, high}, with low and high empty if there is no band. */
function bandOption(spec, view) {
  const range = yRange(spec, view);
  return {
    ...chartFrame(),
    legend: { show: false, selected: Object.fromEntries(spec.lines.map(line => [line.name, !view.hidden.has(line.name)])) },
    tooltip: tooltip(params => roundTip(spec, params)),
    xAxis: roundAxis(spec.rounds),
    yAxis: valueAxis(range),
    dataZoom: [{
      type: 'inside', filterMode: 'none', zoomOnMouseWheel: 'ctrl', preventDefaultMouseMove: false,
      startValue: view.zoom ? view.zoom[0] : 0, endValue: view.zoom ? view.zoom[1] : spec.rounds,
      minValueSpan: spec.rounds / 100,
    }],
    series: [
      ...spec.lines.filter(line => line.low.length > 0).map(line => bandSeries(line, spec)),
      ...spec.lines.map(line => lineSeries(line, view.log)),
    ],
  };
}

function chartFrame() {
  return {
    animation: false,
    textStyle: { fontFamily: FONT },
    grid: { left: 4, right: 16, top: 14, bottom: 24, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
  };
}

function axis(name) {
  return {
    name,
    nameLocation: 'middle',
    nameGap: 28,
    nameTextStyle: { color: themed('--muted'), fontSize: 12 },
    axisLabel: { color: themed('--muted'), fontSize: 12, hideOverlap: true, formatter: value => fixed(value, 0) },
    axisLine: { show: true, lineStyle: { color: themed('--rule-strong') } },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: themed('--rule') } },
    axisPointer: { triggerEmphasis: false },
  };
}

/** The last label ends with the axis, so that the chart need not keep room for its other half. */
function roundAxis(rounds) {
  const base = axis('round');
  return {
    ...base, type: 'value', min: 0, max: rounds, splitLine: { show: false },
    axisLabel: { ...base.axisLabel, alignMaxLabel: 'right' },
  };
}

function valueAxis(range) {
  const base = axis('');
  return { ...base, ...range, axisLabel: { ...base.axisLabel, ...range.axisLabel } };
}

function tooltip(formatter) {
  return {
    trigger: 'axis',
    confine: true,
    transitionDuration: 0,
    backgroundColor: themed('--surface'),
    borderColor: themed('--rule-strong'),
    textStyle: { color: themed('--ink'), fontFamily: FONT, fontSize: 12 },
    axisPointer: { lineStyle: { color: themed('--muted') } },
    formatter,
  };
}

function lineSeries(line, log) {
  return {
    type: 'line',
    name: line.name,
    data: line.t.map((t, i) => [t, known(line.mean[i]) && !(log && line.mean[i] <= 0) ? line.mean[i] : null]),
    showSymbol: false,
    color: themed(line.look.colour),
    lineStyle: { width: line.strong ? 3 : 2, type: line.look.dash.length ? line.look.dash : 'solid' },
    emphasis: { focus: 'series', lineStyle: { width: 4 } },
    z: line.strong ? 4 : 3,
  };
}

/** The band is one polygon, drawn with its first point; the axes are fitted elsewhere and need no others. */
function bandSeries(line, spec) {
  const points = line.t.map((t, i) => [t, line.low[i], line.high[i]]).filter(point => known(point[1]) && known(point[2]));
  const fill = themed(line.look.colour);
  return {
    type: 'custom',
    name: line.name,
    data: points.slice(0, 1),
    silent: true,
    clip: true,
    color: fill,
    z: 2,
    renderItem: (params, api) => ({
      type: 'polygon',
      silent: true,
      shape: {
        points: [
          ...points.map(point => api.coord([point[0], Math.max(point[2], spec.floor)])),
          ...points.map(point => api.coord([point[0], Math.max(point[1], spec.floor)])).reverse(),
        ],
      },
      style: { fill, opacity: line.strong ? 0.2 : 0.11 },
      blur: { style: { opacity: 0.03 } },
    }),
    emphasis: { focus: 'series' },
  };
}

/** The y axis fits what is to be seen of the lines that are switched on, up to the next points outside. */
function yRange(spec, view) {
  const [from, to] = view.zoom || [spec.settled, spec.rounds];
  const values = spec.lines
    .filter(line => !view.hidden.has(line.name))
    .flatMap(line => line.t.flatMap((t, i) => ((line.t[i + 1] ?? t) >= from && (line.t[i - 1] ?? t) <= to
      ? [line.mean[i], line.low[i], line.high[i]] : [])));
  const range = rangeOf(values.filter(known), view.log, spec.fromZero);
  spec.floor = view.log ? range.min : -Infinity; // a logarithm needs something to go down to
  return range;
}

function rangeOf(values, log, fromZero) {
  let min = Infinity;
  let max = -Infinity;
  for (const value of values) {
    if (!log || value > 0) {
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
  }
  if (min > max) {
    [min, max] = log ? [1, 10] : [0, 1];
  }
  return log ? decades(min, max) : steps(fromZero ? Math.min(0, min) : min, max);
}

/** A logarithmic axis from power to power. */
function decades(min, max) {
  const top = Math.ceil(Math.log10(max) - 1e-9);
  const bottom = Math.max(top - 5, Math.floor(Math.log10(min) + 1e-9));
  return { type: 'log', min: 10 ** Math.min(bottom, top - 1), max: 10 ** top, axisLabel: { formatter: value => typed(value) } };
}

/** An axis between round numbers. */
function steps(min, max) {
  const span = max - min || Math.abs(max) || 1;
  const power = 10 ** Math.floor(Math.log10(span / 5));
  const step = power * [1, 2, 5, 10].find(factor => factor * power >= span / 5);
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const from = Math.floor(min / step + 1e-9);
  const to = Math.max(from + 1, Math.ceil(max / step - 1e-9));
  return {
    type: 'value',
    min: Number((from * step).toPrecision(12)),
    max: Number((to * step).toPrecision(12)),
    interval: step,
    axisLabel: { formatter: value => fixed(value, decimals) },
  };
}

/** Mean and interval of every line at a round, the best first. */
function roundTip(spec, params) {
  const rows = params
    .filter(param => param.seriesType === 'line' && known(param.value[1]))
    .map(param => ({ line: spec.lines.find(line => line.name === param.seriesName), index: param.dataIndex }))
    .sort((a, b) => (spec.lowFirst ? 1 : -1) * (a.line.mean[a.index] - b.line.mean[b.index]));
  if (rows.length === 0) {
    return '';
  }
  const format = column(rows.map(row => row.line.mean[row.index]));
  return el('table', { class: 'tip' },
    el('caption', {}, `Round ${fixed(rows[0].line.t[rows[0].index], 0)}`),
    ...rows.map(({ line, index }) => el('tr', {},
      el('td', {}, swatch(line.look)),
      el('th', { scope: 'row' }, line.name),
      el('td', {}, format(line.mean[index])),
      el('td', { class: 'quiet' },
        line.low.length ? interval({ low: line.low[index], high: line.high[index] }, format) : ''))));
}
