// What a panel shows over time: its result, and its hyperparameters.

function resultSpec(panel) {
  return {
    rounds: panel.rounds,
    // A mean over few rounds jumps: the axis is fitted to what comes after.
    settled: panel.knowsRegret ? 0 : panel.rounds / 20,
    fromZero: panel.knowsRegret,
    lowFirst: panel.knowsRegret,
    lines: panel.lines.map(line => bandLine(panel, line, line.curve, panel.knowsRegret ? () => 1 : t => 1 / t)),
  };
}

function settingSpec(panel, name) {
  return {
    rounds: panel.rounds,
    settled: 0,
    fromZero: false,
    lowFirst: false,
    lines: panel.lines.filter(line => line.settings[name]).map(line => bandLine(panel, line, line.settings[name], () => 1)),
  };
}

function bandLine(panel, line, band, scale) {
  const scaled = values => values.map((value, i) => (known(value) ? value * scale(line.t[i]) : null));
  return {
    name: line.tuner,
    look: lookOf(line),
    strong: line.tuner === panel.reference,
    t: line.t,
    mean: scaled(band.mean),
    low: scaled(band.low),
    high: scaled(band.high),
  };
}

function settingNames(panel) {
  return [...new Set(panel.lines.flatMap(line => Object.keys(line.settings)))];
}

/** Is Random so far off that nothing else could be told apart? */
function randomSqueezes(panel) {
  if (!panel.knowsRegret) {
    return false;
  }
  const highest = lines => Math.max(0, ...lines.map(line => line.result.mean).filter(known));
  const [random, others] = [true, false].map(is => panel.lines.filter(line => (line.role === 'RANDOM') === is));
  return others.length > 0 && highest(random) > 2 * highest(others);
}

/** In words what the result chart shows, for those who do not see it. */
function resultSummary(panel) {
  const format = column(panel.lines.map(line => line.result.mean));
  const ends = panel.lines
    .filter(line => known(line.result.mean))
    .map(line => `${line.tuner} ${format(line.result.mean)}` +
      (known(line.result.low) ? ` (${interval(line.result, format)})` : ''));
  return `${resultTitle(panel)}, ${panelName(panel)}. ${panel.knowsRegret ? 'Regret' : 'Reward'} of all ` +
    `${plural(panel.rounds, 'round')}: ${ends.join('; ')}.`;
}

function resultTitle(panel) {
  return panel.knowsRegret ? 'Regret so far' : 'Reward a round, mean so far';
}
