// Panels of one bandit over time: reward, setting, arms, cost of exploring. Each is {el, update(statistics)}.

import { chart } from './chart.js';
import { armColour } from './colours.js';
import { h, keyed, setText } from './dom.js';
import { duration, estimate, fullTime, known, number, percent, rough, smallPercent } from './format.js';
import { emptyable, legendItem, panel, widePanel } from './parts.js';
import { bandChart, barChart, shareChart } from './time-chart.js';

const LEAST_RATE = 0.001;
const lastOf = (buckets, of) => buckets.map(of).findLast(value => value !== null && value !== undefined);

export function rewardPanel(bandit) {
  const drawing = chart(17);
  const legend = h('ul', { class: 'legend', 'aria-label': 'Lines', hidden: true });
  const body = h('div', {}, drawing, legend);
  const view = widePanel('Reward over time', 'mean per decision, with its 95\u00a0% interval', body);
  const fill = emptyable(view, body, 'No reward has been learnt in a complete step of this range yet.');
  return {
    el: view.el,
    /** other: {name, statistics, shift} to compare with, on the same axes; baseline: id of an arm. */
    update(statistics, other, baseline) {
      const { buckets, random, arms } = statistics;
      const of = bucket => (bucket.rewards?.n > 0 ? bucket.rewards : null);
      const last = lastOf(buckets, of);
      if (!fill(Boolean(last))) {
        return;
      }
      const text = each => Object.values(estimate(each));
      const arm = arms.find(each => each.id === baseline);
      const references = [
        ...(known(random?.mean) ? [{ name: `random ${rough(random.mean)}`, value: random.mean, css: '--muted' }] : []),
        ...(known(arm?.always?.mean) ? [{ name: `always ${arm.id} ${rough(arm.always.mean)}`, value: arm.always.mean, css: armColour(bandit, arm.id) }] : []),
      ];
      const others = other ? beside(other) : null;
      const lines = [{ name: 'Reward', css: '--measured', of, text },
        ...(others ? [{ name: other.name, css: '--exploring', of: others, text }] : [])];
      legend.hidden = lines.length === 1;
      keyed(legend, lines, each => each.name, ({ name, css }) => legendItem(name === 'Reward' ? bandit : name, `var(${css})`, () => ''));
      drawing.show({
        label: `Reward over time. Last: ${text(last).join(', 95\u00a0% interval ')}.${references.map(each => ` Dashed: ${each.name}.`).join('')}`,
        option: () => bandChart(statistics, 'reward per decision', lines, { references }),
        table: () => ({
          head: ['Time', 'Mean', '95\u00a0% interval', 'Rewards', ...(others ? [other.name, '95\u00a0% interval'] : [])],
          rows: buckets.filter(bucket => of(bucket) || others?.(bucket)).map(bucket => [fullTime(bucket.time), ...text(bucket.rewards), number(bucket.rewards?.n),
            ...(others ? text(others(bucket)) : [])]),
        }),
      });
    },
  };
}

/** The rewards of another bandit at the same time, or of another range at a time that is earlier by a shift in milliseconds; its steps may be longer. */
function beside({ statistics, shift }) {
  const step = statistics.bucketSeconds * 1000;
  const known = new Map(statistics.buckets.filter(bucket => bucket.complete && bucket.rewards?.n > 0)
    .map(bucket => [Math.floor(bucket.time / step), bucket.rewards]));
  return bucket => known.get(Math.floor((bucket.time - shift) / step)) ?? null;
}

/** The share of decisions that explore. */
export function exploringPanel() {
  const drawing = chart(13);
  const view = panel('Exploring over time', 'share of decisions', drawing);
  const fill = emptyable(view, drawing, 'No decision in a complete step of this range yet.');
  return {
    el: view.el,
    update(statistics) {
      const { buckets } = statistics;
      if (!fill(buckets.some(bucket => bucket.decisions > 0))) {
        return;
      }
      drawing.show({
        label: `Share of decisions that explore: ${percent(statistics.exploringShare)} in this range.`,
        option: () => barChart(statistics, '% of decisions', 'Exploring, %', '--exploring', bucket => (bucket.decisions ? 100 * bucket.exploring / bucket.decisions : null), 100),
        table: () => ({
          head: ['Time', 'Exploring', 'Decisions', 'Share'],
          rows: buckets.filter(bucket => bucket.decisions > 0)
            .map(bucket => [fullTime(bucket.time), number(bucket.exploring), number(bucket.decisions), percent(bucket.exploring / bucket.decisions)]),
        }),
      });
    },
  };
}

/** One chart for each hyperparameter: median and mean, the middle 80 %, and from the least to the greatest. */
export function settingPanel() {
  const drawings = h('div');
  const view = panel('Exploration rate over time', 'line: median; dashed: mean; dark: the middle 80\u00a0% of decisions; light: least to greatest', drawings);
  const fill = emptyable(view, drawings, 'No decision in this range yet.');
  return {
    el: view.el,
    update(statistics) {
      const names = [...new Set(statistics.buckets.flatMap(bucket => Object.keys(bucket.setting ?? {})))];
      if (!fill(names.length > 0)) {
        return;
      }
      keyed(drawings, names, name => name, name => settingChart(name, names.length)).forEach(part => part.draw(statistics));
    },
  };
}

function settingChart(name, count) {
  const el = chart(count > 1 ? 9 : 17);
  const of = bucket => bucket.setting?.[name] ?? null;
  const shown = value => (known(value) ? Math.max(LEAST_RATE, value) : null); // a logarithm has no place for 0: the least that is shown stands for it
  const line = (title, css, [middle, low, high], dashed) => ({
    name: title,
    css,
    dashed,
    of(bucket) {
      const at = of(bucket);
      return at && known(at[low]) ? { mean: middle ? shown(at[middle]) : null, low: shown(at[low]), high: shown(at[high]), at } : null;
    },
    text: ({ at }) => [middle ? rough(at[middle]) : '', low === high ? '' : `${rough(at[low])} to ${rough(at[high])}`],
  });
  const lines = [
    line('Least to greatest', '--exploring', [null, 'min', 'max']),
    line('Median, middle 80\u00a0%', '--exploring', ['median', 'low', 'high']),
    line('Mean', '--measured', ['mean', 'mean', 'mean'], true),
  ];
  return {
    el,
    draw(statistics) {
      const last = lastOf(statistics.buckets, of);
      el.show({
        label: `${name} over time. Last: median ${rough(last?.median)}, mean ${rough(last?.mean)}.`,
        option: () => bandChart(statistics, `${name}, logarithmic`, lines, { log: true }),
        table: () => ({
          head: ['Time', 'Median', '10\u00a0% to 90\u00a0%', 'Mean', 'Least to greatest'],
          rows: statistics.buckets.filter(of).map(bucket => {
            const at = of(bucket);
            return [fullTime(bucket.time), rough(at.median), `${rough(at.low)} to ${rough(at.high)}`, rough(at.mean), `${rough(at.min)} to ${rough(at.max)}`];
          }),
        }),
      });
    },
  };
}

export function armsPanel(bandit) {
  const drawing = chart(17);
  const legend = h('ul', { class: 'legend', 'aria-label': 'Arms' });
  const body = h('div', {}, drawing, legend);
  const view = panel('Arms over time', 'share of decisions', body);
  const fill = emptyable(view, body, 'No arm has been chosen in this range yet.');
  return {
    el: view.el,
    update(statistics) {
      const { arms, buckets } = statistics;
      const drawn = buckets.some(bucket => bucket.decisions > 0);
      if (!fill(drawn && arms.length > 0)) {
        return;
      }
      const series = arms.map((arm, i) => ({
        name: arm.id,
        css: armColour(bandit, arm.id),
        total: arm.share,
        share: bucket => (bucket.arms[i] ?? 0) / bucket.decisions,
      }));
      if (buckets.some(bucket => bucket.otherArms > 0)) {
        const share = bucket => bucket.otherArms / bucket.decisions;
        series.push({ name: 'all other arms', css: 'var(--arm-other)', total: null, share });
      }
      keyed(legend, series, each => each.name, ({ name, css }) => legendItem(name, css, ({ total }) => (known(total) ? percent(total) : '')));
      drawing.show({
        label: `Shares of the arms over time. ${arms.slice(0, 3).map(arm => `${arm.id} ${percent(arm.share)}`).join(', ')}.`,
        option: () => shareChart(statistics, series),
        table: () => ({
          head: ['Arm', 'Share', 'Decisions', 'Reward', '95\u00a0% interval'],
          rows: arms.map(arm => [arm.id, percent(arm.share), number(arm.decisions), ...Object.values(estimate(arm.reward))]),
        }),
      });
    },
  };
}

/** The estimated cost of exploring: best mean minus the mean of the chosen arm, summed. */
export function costPanel() {
  const drawing = chart(13);
  const sum = h('p', { class: 'why' });
  const body = h('div', {}, sum, drawing);
  const view = panel('Cost of exploring', 'estimated: best mean minus mean of the chosen arm', body);
  const fill = emptyable(view, body, 'No decision in this range yet.');
  return {
    el: view.el,
    update(statistics) {
      const { buckets, explorationCost: cost } = statistics;
      if (!fill(buckets.some(bucket => bucket.regret !== null && bucket.decisions > 0))) {
        return;
      }
      const { value, interval } = estimate({ value: cost?.perDay, low: cost?.low, high: cost?.high });
      const share = known(cost?.share?.value) ? `${smallPercent(cost.share.value)} of the reward that is earned (${smallPercent(cost.share.low)} to ${smallPercent(cost.share.high)})` : '';
      const perDay = known(cost?.perDay) ? `about ${value} reward a day${interval ? ` (${interval})` : ''} at this pace` : '';
      setText(sum, [share, perDay].filter(each => each).join('; ').replace(/^./, each => each.toUpperCase()));
      drawing.show({
        label: `Cost of exploring over time. ${sum.textContent}`,
        option: () => barChart(statistics, `reward given up in ${bucketName(statistics)}`, 'Given up', '--exploring', bucket => bucket.regret),
        table: () => ({
          head: ['Time', 'Reward given up', 'Exploring', 'Decisions'],
          rows: buckets.filter(bucket => bucket.decisions > 0).map(bucket => [fullTime(bucket.time), number(bucket.regret, 2), number(bucket.exploring), number(bucket.decisions)]),
        }),
      });
    },
  };
}

function bucketName({ bucketSeconds: s }) {
  return duration(1000 * s);
}
