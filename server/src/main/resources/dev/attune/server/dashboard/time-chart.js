// Charts over time: a line with its band, bars, shares.

import { acrossAxis, bandShape, frame, tipTable, tooltip, upAxis } from './chart.js';
import { colour, faint } from './colours.js';
import { clockTime, fullTime, known, number, percent } from './format.js';

const MOST_ROWS = 12; // of a tooltip
const LONGEST_LABEL = 20; // characters

const dayLabel = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const minuteLabel = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

function timeAxis(statistics) {
  return acrossAxis('', {
    axis: { type: 'time', min: statistics.from, max: statistics.to, splitNumber: 6, ...(statistics.to - statistics.from > 3 * 86400_000 ? { minInterval: 86400_000 } : {}) },
    axisLabel: { formatter: onceEach(labelFor(statistics.to - statistics.from)), showMinLabel: false, showMaxLabel: false },
  });
}

/** A day is named once, however many ticks it has. */
function onceEach(label) {
  let before = null;
  return (value, index) => {
    const text = label(value);
    const same = index > 0 && text === before;
    before = text;
    return same ? '' : text;
  };
}

function labelFor(millis) {
  if (millis < 300_000) {
    return clockTime;
  }
  if (millis > 3 * 86400_000) {
    return dayLabel.format;
  }
  return value => minuteLabel.format(value);
}

/** The frame, horizontal axis and tooltip of all charts over time; rows(bucket) are those of the tooltip. */
function overTime(statistics, rows) {
  return {
    ...frame({ right: 30 }), // room for half of the last label
    xAxis: timeAxis(statistics),
    tooltip: tooltip(params => {
      const bucket = statistics.buckets[params[0]?.dataIndex];
      return bucket ? tipTable(bucketTime(statistics, bucket), rows(bucket)) : '';
    }),
  };
}

/** "14:03:00 to 14:03:10", with the date where steps are long. */
function bucketTime(statistics, bucket) {
  const end = bucket.time + statistics.bucketSeconds * 1000;
  return statistics.bucketSeconds < 3600 ? `${clockTime(bucket.time)} to ${clockTime(end)}` : `from ${fullTime(bucket.time)}`;
}

/**
 * Lines with bands. lines: [{name, css, dashed, of: bucket => {mean, low, high} or null, text: of => [value, interval]}]; without a mean a band alone.
 */
export function bandChart(statistics, unit, lines, { fromZero = false, log = false, references = [] } = {}) {
  const { buckets } = statistics;
  const alone = of => i => known(of(buckets[i])?.mean) && !known(buckets[i - 1] && of(buckets[i - 1])?.mean)
    && !known(buckets[i + 1] && of(buckets[i + 1])?.mean);
  return {
    ...overTime(statistics, bucket => lines.flatMap(line => {
      const of = line.of(bucket);
      return of ? [[line.name, ...line.text(of), line.css]] : [];
    })),
    yAxis: upAxis(unit, { axis: { scale: !fromZero, type: log ? 'log' : 'value' } }),
    series: [...references.map(each => reference(statistics, each)), ...lines.flatMap(line => [
      ...runs(buckets, line.of).map(run => bandSeries(run, line.css)),
      {
        type: 'line',
        name: line.name,
        data: buckets.map(bucket => [middle(statistics, bucket), line.of(bucket)?.mean ?? null]),
        showAllSymbol: true,
        symbol: 'circle',
        symbolSize: (_, { dataIndex }) => (alone(line.of)(dataIndex) ? 5 : 0), // a line of one point would not be seen
        color: colour(line.css),
        lineStyle: line.dashed ? { width: 1.5, type: [5, 4] } : { width: 2 },
        z: 3,
      },
    ])],
  };

  /** A band is one polygon for each run of buckets without a gap. */
  function bandSeries(run, css) {
    const points = run.map(({ bucket, of }) => [middle(statistics, bucket), of.low, of.high]);
    if (points.length === 1) {
      const [[time, low, high]] = points;
      const half = statistics.bucketSeconds * 500;
      points.splice(0, 1, [time - half, low, high], [time + half, low, high]);
    }
    return {
      type: 'custom',
      silent: true,
      tooltip: { show: false },
      data: points,
      encode: { x: 0, y: [1, 2] },
      clip: true,
      z: 2,
      renderItem: (params, api) => (params.dataIndex > 0 ? null : {
        type: 'polygon',
        shape: bandShape(points, api),
        style: { fill: faint(css, 0.16) },
      }),
    };
  }
}

/** A dashed line with its name: {name, value, css}. A real series, so that the scale contains it. */
function reference(statistics, { name, value, css }) {
  return {
    type: 'line',
    name,
    data: [[statistics.from, value], [statistics.to, value]],
    showSymbol: false,
    silent: true,
    tooltip: { show: false },
    color: colour(css),
    lineStyle: { width: 1.5, type: [5, 4] },
    markPoint: {
      symbol: 'rect', symbolSize: 0.1, silent: true,
      data: [{ coord: [statistics.from, value] }],
      label: { show: true, formatter: name, position: 'right', distance: 4, offset: [0, -9], color: colour('--muted'), fontSize: 12 },
    },
    z: 2,
  };
}

/** A young bandit has the whole width to itself; but at least a tenth of the span is shown. */
function beginning({ from, to, buckets }) {
  const first = buckets[0]?.time ?? from;
  return Math.max(from, Math.min(first, to - (to - from) / 10));
}

/** The service leaves out buckets in which nothing happened; a chart needs them, as gaps. */
export function withGaps(statistics) {
  const from = beginning(statistics);
  const step = statistics.bucketSeconds * 1000;
  // A step that is not over yet has few decisions: it would show chance as change.
  const over = statistics.buckets.filter(bucket => bucket.complete);
  const known = new Map(over.map(bucket => [bucket.time, bucket]));
  const anchor = statistics.buckets[0]?.time ?? from;
  const first = anchor - Math.floor((anchor - from) / step) * step;
  const buckets = [];
  for (let time = first; time + step <= statistics.to + 1; time += step) {
    buckets.push(known.get(time)
      ?? { time, decisions: 0, exploring: 0, rewards: null, setting: {}, arms: [], otherArms: 0, regret: null, expired: 0 });
  }
  return { ...statistics, from, to: Math.max((buckets.at(-1)?.time ?? statistics.to) + step, from + step), buckets };
}

/** A bucket is drawn at its middle. */
function middle(statistics, bucket) {
  return bucket.time + statistics.bucketSeconds * 500;
}

function runs(buckets, of) {
  const all = [[]];
  for (const bucket of buckets) {
    const value = of(bucket);
    if (value && known(value.low) && known(value.high)) {
      all.at(-1).push({ bucket, of: value });
    } else if (all.at(-1).length) {
      all.push([]);
    }
  }
  return all.filter(run => run.length > 0);
}

/** Bars, one for each bucket. No tick is above the greatest possible value. */
export function barChart(statistics, unit, name, css, value, greatest = Infinity) {
  return {
    ...overTime(statistics, bucket => [[name, number(value(bucket), 2), '', css]]),
    yAxis: upAxis(unit, { axis: { min: 0, max: ({ max }) => (max > 0.8 * greatest ? greatest : null) } }),
    series: [{
      type: 'bar',
      name,
      data: statistics.buckets.map(bucket => [middle(statistics, bucket), value(bucket)]),
      color: colour(css),
      barWidth: '60%',
      itemStyle: { borderRadius: [1.5, 1.5, 0, 0] },
    }],
  };
}

/** Shares that add up to all: series [{name, css, share: bucket => number}]. */
export function shareChart(statistics, series) {
  const rows = bucket => series.map(({ name, css, share }) => ({ name, css, share: share(bucket) })).filter(each => each.share > 0)
    .sort((a, b) => b.share - a.share).slice(0, MOST_ROWS).map(({ name, css, share }) => [name, percent(share), '', css]);
  return {
    ...overTime(statistics, rows),
    yAxis: upAxis('share of decisions, %', { axis: { min: 0, max: 100, interval: 25 } }),
    series: [...shareSeries(statistics, series), directLabels(statistics, series)],
  };
}

/** A width for the label would be that of its box also where the name is shorter. */
function shortened(name) {
  const letters = [...name];
  return letters.length > LONGEST_LABEL ? `${letters.slice(0, LONGEST_LABEL - 1).join('')}…` : name;
}

/** Names stand in the areas, where the last step has room for them. */
function directLabels(statistics, series) {
  const last = statistics.buckets.findLast(bucket => bucket.decisions > 0);
  const early = last && middle(statistics, last) < (statistics.from + statistics.to) / 2; // no room on the left
  let below = 0;
  const data = last ? series.flatMap(each => {
    const share = 100 * each.share(last);
    below += share;
    return share >= 9 ? [{ value: [middle(statistics, last), below - share / 2], name: shortened(each.name) }] : [];
  }) : [];
  return {
    type: 'scatter',
    data,
    symbolSize: 0.1,
    silent: true,
    tooltip: { show: false },
    label: {
      show: true, formatter: '{b}', position: early ? 'right' : 'left', distance: 6, fontSize: 12, color: colour('--ink'),
      backgroundColor: faint('--surface', 0.82), padding: [2, 5], borderRadius: 4,
    },
    labelLayout: { hideOverlap: true },
    z: 6,
  };
}

/** Stacked areas, polygon by polygon, so that a single bucket is seen too and a gap stays a gap. */
function shareSeries(statistics, series) {
  const { buckets } = statistics;
  const below = buckets.map(() => 0);
  const spans = runs(buckets, bucket => (bucket.decisions > 0 ? { low: 0, high: 0, index: buckets.indexOf(bucket) } : null));
  const half = statistics.bucketSeconds * 500;
  return series.map(each => {
    const ends = buckets.map((bucket, i) => {
      const low = below[i];
      below[i] += bucket.decisions ? 100 * each.share(bucket) : 0;
      return [low, below[i]];
    });
    const shapes = spans.map(span => {
      const points = span.map(({ bucket, of }) => [middle(statistics, bucket), ...ends[of.index]]);
      const [first, last] = [points[0], points.at(-1)];
      return [[first[0] - half, first[1], first[2]], ...points, [last[0] + half, last[1], last[2]]];
    });
    return {
      type: 'custom',
      name: each.name,
      data: buckets.map(bucket => [middle(statistics, bucket), 0]),
      clip: true,
      renderItem: (params, api) => (params.dataIndex > 0 ? null : {
        type: 'group',
        children: shapes.map(points => ({
          type: 'polygon',
          shape: bandShape(points, api),
          style: { fill: colour(each.css), opacity: 0.9, stroke: colour('--surface'), lineWidth: 0.75 },
        })),
      }),
    };
  });
}
