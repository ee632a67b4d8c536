// The table of a panel's results.

function resultTable(panel) {
  const of = panel.lines.map(line => line.result);
  const format = column(of.map(result => result.mean));
  const differences = panel.lines.map(line => line.difference).filter(Boolean);
  const apart = column(differences.flatMap(difference => [difference.mean, difference.low, difference.high]));
  const learners = panel.lines.filter(line => line.role !== 'RANDOM'); // its next to nothing must not set the digits
  const cpu = column(learners.map(line => line.cpuSeconds));
  const micros = column(learners.map(line => line.microsecondsPerRound));
  const what = panel.knowsRegret ? 'Regret' : 'Reward';
  const compared = differences.length > 0;
  const heads = [
    what, '95 % interval', `÷\u00a0${panel.baseline}`,
    ...(compared ? ['Minus reference', '95 % interval', 'Reference wins'] : []),
    'CPU s', 'µs a round',
  ];
  const rows = panel.lines.map(line => el('tr', {},
    el('th', { scope: 'row' }, el('div', { class: 'tuner' },
      swatch(lookOf(line)),
      el('div', {},
        line.tuner,
        line.tuner === panel.reference ? el('span', { class: 'badge' }, 'reference') : null,
        line.note ? el('span', { class: 'quiet' }, line.note) : null))),
    ...[
      format(line.result.mean),
      interval(line.result, format),
      ratioText(line.ratio),
      ...(compared ? differenceCells(line.difference, apart) : []),
      cpu(line.cpuSeconds),
      micros(line.microsecondsPerRound),
    ].map(text => el('td', {}, text))));
  const caption = `Results after ${plural(panel.rounds, 'round')}: ` + (compared
    ? `differences are paired, the tuner of the row minus ${panel.reference}` +
      ` (${panel.knowsRegret ? 'above' : 'below'} 0: ${panel.reference} is better).`
    : `means of ${repetitionsOf(panel)}.`);
  return el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `Results of ${panelName(panel)}` },
    el('table', { class: 'results' },
      el('caption', {}, el('div', {}, caption)),
      el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Tuner'), ...heads.map(head => el('th', { scope: 'col' }, head)))),
      el('tbody', {}, ...rows)));
}

function differenceCells(difference, format) {
  return difference
    ? [format(-difference.mean), interval({ low: -difference.high, high: -difference.low }, format), `${difference.wins} of ${difference.repetitions}`]
    : [NONE, NONE, NONE];
}

function repetitionsOf(panel) {
  const counts = panel.lines.map(line => line.repetitions);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? plural(most, 'repetition') : `${least} to ${most} repetitions`;
}
