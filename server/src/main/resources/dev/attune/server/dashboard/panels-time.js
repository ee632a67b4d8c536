// Panels of one bandit over time: reward, setting, arms, cost of exploring. Each is {el, update(statistics)}.

import { chart } from './chart.js';
import { armColour } from './colours.js';
import { h, keyed, setText } from './dom.js';
import { briefTime, estimate, known, number, percent, rough } from './format.js';
import { panel } from './parts.js';
import { bandChart, barChart, shareChart } from './time-chart.js';

const lastOf = (buckets, of) => buckets.map(of).findLast(value => value !== null && value !== undefined);

/** Empty panels say so instead of drawing axes. */
function emptyable(view, drawing, text) {
  const nothing = h('p', { class: 'note', hidden: true }, text);
  view.el.append(nothing);
  return there => {
    drawing.hidden = !there;
    nothing.hidden = there;
    return there;
  };
}

export function rewardPanel() {
  const drawing = chart(17);
  const view = panel('Reward over time', 'mean per decision, with its 95 % interval', drawing);
  const fill = emptyable(view, drawing, 'No reward has been learnt in this span yet.');
  return {
    el: view.el,
    update(statistics) {
      const { buckets } = statistics;
      const of = bucket => (bucket.rewards?.n > 0 ? bucket.rewards : null);
      const last = lastOf(buckets, of);
      if (!fill(Boolean(last))) {
        return;
      }
      const text = each => Object.values(estimate(each));
      drawing.show({
        label: `Reward over time. Last: ${text(last).join(', 95 % interval ')}.`,
        option: () => bandChart(statistics, 'reward per decision', [{ name: 'Reward', css: '--measured', of, text }]),
        table: () => ({
          head: ['Time', 'Mean', '95 % interval', 'Rewards'],
          rows: buckets.filter(of).map(bucket => [briefTime(bucket.time), ...text(bucket.rewards), number(bucket.rewards.n)]),
        }),
      });
    },
  };
}

/** One chart for each hyperparameter: mean, and from the least to the greatest. */
export function settingPanel() {
  const drawings = h('div');
  const view = panel('Exploration setting over time', 'mean and range of what was in force', drawings);
  const fill = emptyable(view, drawings, 'No decision in this span yet.');
  return {
    el: view.el,
    update(statistics) {
      const names = [...new Set(statistics.buckets.flatMap(bucket => Object.keys(bucket.setting ?? {})))];
      if (!fill(names.length > 0)) {
        return;
      }
      keyed(drawings, names, name => name, name => settingChart(name, names.length));
      drawings.attuneParts.forEach(part => part.draw(statistics));
    },
  };
}

function settingChart(name, count) {
  const el = chart(count > 1 ? 9 : 17);
  const of = bucket => {
    const at = bucket.setting?.[name];
    return at ? { mean: at.mean, low: at.min, high: at.max } : null;
  };
  const text = at => [rough(at.mean), `${rough(at.low)} to ${rough(at.high)}`];
  return {
    el,
    draw(statistics) {
      const last = lastOf(statistics.buckets, of);
      el.show({
        label: `${name} over time. Last: ${rough(last?.mean)}.`,
        option: () => bandChart(statistics, name, [{ name, css: '--exploring', of, text }], { fromZero: true }),
        table: () => ({
          head: ['Time', `Mean ${name}`, 'Least to greatest'],
          rows: statistics.buckets.filter(of).map(bucket => [briefTime(bucket.time), ...text(of(bucket))]),
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
  const fill = emptyable(view, body, 'No arm has been chosen in this span yet.');
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
      keyed(legend, series, each => each.name, legendItem);
      drawing.show({
        label: `Shares of the arms over time. ${arms.slice(0, 3).map(arm => `${arm.id} ${percent(arm.share)}`).join(', ')}.`,
        option: () => shareChart(statistics, series),
        table: () => ({
          head: ['Arm', 'Share', 'Decisions', 'Reward', '95 % interval'],
          rows: arms.map(arm => [arm.id, percent(arm.share), number(arm.decisions), ...Object.values(estimate(arm.reward))]),
        }),
      });
    },
  };
}

function legendItem({ name, css }) {
  const share = h('span', { class: 'muted' });
  return {
    el: h('li', {}, h('span', { class: 'swatch', style: { background: css } }), h('span', { title: name }, name), share),
    update: ({ total }) => setText(share, total === null ? '' : percent(total)),
  };
}

/** What exploring is thought to cost: best mean minus the mean of the chosen arm, added up. */
export function costPanel() {
  const drawing = chart(13);
  const sum = h('p', { class: 'why' });
  const body = h('div', {}, sum, drawing);
  const view = panel('Cost of exploring', 'estimated: best mean minus mean of the chosen arm', body);
  const fill = emptyable(view, body, 'No decision in this span yet.');
  return {
    el: view.el,
    update(statistics) {
      const { buckets, explorationCost: cost } = statistics;
      if (!fill(buckets.some(bucket => bucket.regret !== null && bucket.decisions > 0))) {
        return;
      }
      const { value, interval } = estimate({ value: cost?.perDay, low: cost?.low, high: cost?.high });
      setText(sum, known(cost?.perDay) ? `About ${value} reward a day${interval ? ` (${interval})` : ''} at this pace.` : '');
      drawing.show({
        label: `Cost of exploring over time. ${sum.textContent}`,
        option: () => barChart(statistics, `reward given up in ${bucketName(statistics)}`, 'Given up', '--exploring', bucket => bucket.regret),
        table: () => ({
          head: ['Time', 'Reward given up', 'Exploring', 'Decisions'],
          rows: buckets.filter(bucket => bucket.decisions > 0).map(bucket => [briefTime(bucket.time), number(bucket.regret, 2), number(bucket.exploring), number(bucket.decisions)]),
        }),
      });
    },
  };
}

function bucketName({ bucketSeconds: s }) {
  return s < 60 ? `${s} s` : s < 3600 ? `${s / 60} min` : `${s / 3600} h`;
}
