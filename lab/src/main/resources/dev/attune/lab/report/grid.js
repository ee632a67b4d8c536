// The chart of the fixed settings: what each came to, beside the reference, which needed none.

/** The grid by its hyperparameter with the most values; the others, if any, make lines of their own. */
function gridRows(panel) {
  const distinct = name => [...new Set(panel.grid.map(entry => entry.values[name]))];
  const [first, ...rest] = [...new Set(panel.grid.flatMap(entry => Object.keys(entry.values)))]
    .filter(name => distinct(name).length > 1)
    .sort((a, b) => distinct(b).length - distinct(a).length);
  if (first === undefined) {
    return { axis: 'setting', categories: panel.grid.map(entry => entry.label), rows: new Map([['', panel.grid]]) };
  }
  const values = distinct(first).sort((a, b) => a - b);
  const rows = new Map();
  for (const entry of panel.grid) {
    const row = rest.map(name => `${name}=${typed(entry.values[name])}`).join(', ');
    rows.set(row, rows.get(row) || values.map(() => null));
    rows.get(row)[values.indexOf(entry.values[first])] = entry;
  }
  return { axis: first, categories: values.map(typed), rows };
}

function gridOption(panel, view) {
  const { axis: name, categories, rows } = gridRows(panel);
  const base = axis(name);
  const frame = chartFrame();
  const reference = panel.lines.find(line => line.tuner === panel.reference);
  const usable = value => (known(value) && !(view.log && value <= 0) ? value : null);
  const values = panel.grid.flatMap(entry => [entry.result.mean, entry.result.low, entry.result.high])
    .concat(reference ? [reference.result.mean] : [])
    .map(usable)
    .filter(known);
  return {
    ...frame,
    legend: {
      show: rows.size > 1, data: [...rows.keys()], selectedMode: false, type: 'scroll', top: 0,
      textStyle: { color: themed('--ink'), fontFamily: FONT },
    },
    grid: { ...frame.grid, top: rows.size > 1 ? 40 : 14 },
    tooltip: tooltip(params => gridTip(rows, reference, params[0].dataIndex)),
    xAxis: { ...base, type: 'category', data: categories, axisLabel: { ...base.axisLabel, formatter: null } },
    yAxis: valueAxis(rangeOf(values, view.log, panel.knowsRegret)),
    series: [
      ...[...rows].flatMap(([name, row], i) => gridSeries(name, row.map(entry => entry && entry.result), i, usable)),
      ...(reference ? [levelSeries(reference, categories, usable)] : []),
    ],
  };
}

/** Lines of settings are grey, told apart by mark and dash: colours belong to tuners. */
function gridSeries(name, row, index, usable) {
  const colour = themed(index % 2 === 0 ? '--ink' : '--grey');
  const dash = DASHES[index % DASHES.length];
  return [{
    type: 'custom',
    silent: true,
    clip: true,
    color: colour,
    data: row
      .map((result, i) => [i, result && usable(result.low), result && usable(result.high)])
      .filter(point => known(point[1]) && known(point[2])),
    renderItem: (params, api) => {
      const [x, high] = api.coord([api.value(0), api.value(2)]);
      const low = api.coord([api.value(0), api.value(1)])[1];
      return {
        type: 'line',
        silent: true,
        shape: { x1: x, y1: low, x2: x, y2: high },
        style: { stroke: colour, lineWidth: 6, opacity: 0.25 },
      };
    },
  }, {
    type: 'line',
    name,
    color: colour,
    symbol: ['circle', 'rect', 'triangle', 'diamond'][index % 4],
    symbolSize: 7,
    showAllSymbol: true,
    lineStyle: { width: 1.5, type: dash.length ? dash : 'solid' },
    data: row.map(result => result && usable(result.mean)),
  }];
}

function levelSeries(line, categories, usable) {
  const look = lookOf(line);
  return {
    type: 'line',
    name: line.tuner,
    color: themed(look.colour),
    showSymbol: false,
    lineStyle: { width: 3, type: look.dash.length ? look.dash : 'solid' },
    data: categories.map(() => usable(line.result.mean)),
  };
}

function gridTip(rows, reference, index) {
  const results = [...rows.values()]
    .filter(row => row[index])
    .map(row => [row[index].label, row[index].result])
    .concat(reference ? [[reference.tuner, reference.result]] : []);
  const format = column(results.map(([, result]) => result.mean));
  return el('table', { class: 'tip' }, ...results.map(([name, result]) => el('tr', {},
    el('th', { scope: 'row' }, name),
    el('td', {}, format(result.mean)),
    el('td', { class: 'quiet' }, interval(result, format)))));
}

function gridSummary(panel) {
  const format = column(panel.grid.map(entry => entry.result.mean));
  return `${panel.knowsRegret ? 'Regret' : 'Reward'} of fixed settings, ${panelName(panel)}: ` +
    panel.grid.map(entry => `${entry.label} ${format(entry.result.mean)}`).join('; ') + '.';
}
