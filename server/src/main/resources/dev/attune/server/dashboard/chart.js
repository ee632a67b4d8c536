// A chart that sizes itself, follows the theme, is drawn only while it can be seen, and has its numbers in a table.

import { colour } from './colours.js';
import { h, saveAs, saveBlob } from './dom.js';
import { row, swatch, table } from './parts.js';

const PAPER = 680; // CSS pixels that fit A4 and letter paper, within a panel
let library = null;

// Paper is white. The charts take their colours when they are painted, before the style of print holds.
let theme;
addEventListener('beforeprint', () => {
  theme = document.documentElement.dataset.theme;
  document.documentElement.dataset.theme = 'light';
  document.dispatchEvent(new Event('attune:theme'));
});
addEventListener('afterprint', () => {
  if (theme) {
    document.documentElement.dataset.theme = theme;
  } else {
    delete document.documentElement.dataset.theme;
  }
  document.dispatchEvent(new Event('attune:theme'));
});

/** ECharts, fetched when the first chart needs it. */
function load() {
  library ??= import('./echarts.min.js').then(() => globalThis.echarts);
  return library;
}

/**
 * chart.show({option: () => option of ECharts, label: sentence, table: () => ({head: [...], rows: [[...]]})}).
 * option is a function, so that colours are looked up in the theme in force.
 */
class Chart extends HTMLElement {
  connectedCallback() {
    if (!this.canvas) {
      this.canvas = h('div', {
        class: 'chart',
        role: 'img',
        onmousemove: event => { this.pointer = { x: event.offsetX, y: event.offsetY }; },
        onmouseleave: () => { this.pointer = null; },
      });
      this.numbers = h('div', { class: 'table-scroll', tabindex: 0 });
      const csv = h('button', { type: 'button', class: 'quiet small', onclick: () => this.saveNumbers() }, 'CSV');
      const png = h('button', { type: 'button', class: 'quiet small', onclick: () => this.savePicture() }, 'PNG');
      this.details = h('details', { class: 'chart-data', hidden: true, ontoggle: () => this.tabulate() },
        h('summary', {}, 'Numbers, CSV, PNG'), h('p', {}, csv, png), this.numbers);
      this.append(this.canvas, this.details);
    }
    this.listening = new AbortController();
    const { signal } = this.listening;
    document.addEventListener('attune:theme', () => this.draw(), { signal });
    addEventListener('beforeprint', () => this.print(), { signal });
    addEventListener('afterprint', () => this.chart?.resize({ width: 'auto' }), { signal });
    this.resizing = new ResizeObserver(() => this.chart?.resize());
    this.resizing.observe(this.canvas);
    this.seeing = new IntersectionObserver(([entry]) => {
      this.seen = entry.isIntersecting;
      if (this.seen && this.stale) {
        this.draw();
      }
    }, { rootMargin: '200px' });
    this.seeing.observe(this.canvas);
  }

  disconnectedCallback() {
    this.listening.abort();
    this.resizing.disconnect();
    this.seeing.disconnect();
    this.chart?.dispose();
    this.chart = null;
  }

  show(what) {
    this.what = what;
    this.stale = true;
    this.canvas.setAttribute('aria-label', what.label);
    this.details.hidden = !what.table;
    this.tabulate();
    if (this.seen) {
      this.draw();
    }
  }

  /** Paper has no scroll bar: what was never seen is drawn too, at the width of the paper. */
  print() {
    if (this.what && globalThis.echarts && this.isConnected && this.offsetParent !== null) {
      this.paint(globalThis.echarts);
      this.chart.resize({ width: PAPER });
    }
  }

  async savePicture() {
    await this.draw(); // it may never have been seen
    saveAs(`${this.fileName()}.png`, this.chart.getDataURL({ pixelRatio: 2, backgroundColor: colour('--surface') }));
  }

  saveNumbers() {
    const { head, rows } = this.what.table();
    const plain = text => String(text).replaceAll('−', '-').replaceAll('\u00a0', ' ').replace(/(?<=\d),(?=\d{3})/g, '');
    const harmless = text => (/^[=+@\-](?![\d.]*( |$))/.test(text) ? `'${text}` : text); // a spreadsheet would run the id of an arm
    const field = text => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const text = [head, ...rows].map(row => row.map(each => field(harmless(plain(each)))).join(',')).join('\n');
    saveBlob(`${this.fileName()}.csv`, new Blob([`${text}\n`], { type: 'text/csv' }));
  }

  fileName() {
    return (this.closest('section')?.querySelector('h2')?.textContent ?? 'chart').toLowerCase().replace(/[^a-z0-9]+/g, '-');
  }

  async draw() {
    if (!this.what) {
      return;
    }
    const echarts = await load();
    if (!this.isConnected || !this.what) {
      return;
    }
    this.paint(echarts);
  }

  paint(echarts) {
    this.chart ??= echarts.init(this.canvas, null, { renderer: 'canvas' });
    this.stale = false;
    this.chart.setOption(this.what.option(), { notMerge: true });
    if (this.pointer) {
      this.chart.dispatchAction({ type: 'showTip', ...this.pointer }); // new data have closed it
    }
  }

  tabulate() {
    if (!this.details.open || !this.what?.table) {
      return;
    }
    const { head, rows } = this.what.table();
    const top = this.numbers.scrollTop;
    const { el, body } = table(this.what.label, head.map((text, i) => (i ? [text, 'number'] : text)));
    body.append(...rows.map(([name, ...cells]) => row(name, cells.map(text => h('td', { class: 'number' }, text)))));
    this.numbers.replaceChildren(el);
    this.numbers.scrollTop = top;
  }
}

customElements.define('attune-chart', Chart);

/** A chart of a height in rem. */
export function chart(height) {
  return h('attune-chart', height ? { style: { '--chart-height': `${height}rem` } } : {});
}

/** What all charts share. */
export function frame(more = {}) {
  return {
    animation: false,
    textStyle: { fontFamily: getComputedStyle(document.body).fontFamily },
    grid: { left: 2, right: 12, top: 8, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'all', ...more },
  };
}

export function axis(name, more = {}) {
  return {
    name,
    nameTextStyle: { color: colour('--muted'), fontSize: 12, ...more.nameTextStyle },
    axisLabel: { color: colour('--muted'), fontSize: 12, hideOverlap: true, ...more.axisLabel },
    axisLine: { show: more.line ?? true, lineStyle: { color: colour('--rule') } },
    axisTick: { show: false },
    splitLine: { show: more.split ?? false, lineStyle: { color: colour('--grid') } },
    axisPointer: { triggerEmphasis: false },
    ...more.axis,
  };
}

/** The vertical axis: its name, with the unit, stands above it. */
export function upAxis(name, more = {}) {
  return axis(name, {
    line: false,
    split: true,
    ...more,
    nameTextStyle: { align: 'left', padding: [0, 0, 4, 0] },
    axis: { nameLocation: 'end', nameGap: 8, nameMoveOverlap: false, type: 'value', splitNumber: 4, ...more.axis },
  });
}

/** The horizontal axis: its name stands below. */
export function acrossAxis(name, more = {}) {
  return axis(name, { ...more, axis: { nameLocation: 'middle', nameGap: 26, type: 'value', ...more.axis } });
}

export function tooltip(formatter, trigger = 'axis') {
  return {
    trigger,
    confine: true,
    transitionDuration: 0,
    padding: [8, 8],
    backgroundColor: colour('--surface'),
    borderColor: colour('--edge'),
    axisPointer: { type: 'line', lineStyle: { color: colour('--edge'), type: 'solid' } },
    formatter,
  };
}

/** The polygon of a band through points [x, low, high]. */
export function bandShape(points, api) {
  return { points: [...points.map(([x, low]) => api.coord([x, low])), ...points.toReversed().map(([x, , high]) => api.coord([x, high]))] };
}

/** The table of a tooltip: rows of [name, value, interval, colour of CSS]. Elements, never markup. */
export function tipTable(caption, rows) {
  return h('table', { class: 'tip' },
    h('caption', {}, caption),
    (rows.length ? rows : [['nothing', '', '', null]]).map(([name, value, interval, css]) => h('tr', {},
      h('th', { scope: 'row' }, css ? swatch(css.startsWith('--') ? `var(${css})` : css) : null, name),
      h('td', {}, value, interval ? h('span', { class: 'interval' }, interval) : null))));
}
