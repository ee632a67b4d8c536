"use strict";
const base = document.body.dataset.base;
const input = document.getElementById("site-search");
const results = document.getElementById("site-results");
const words = text => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) || [];

/* A section fits if it has every word of the question, or a word that begins with it; words in headings weigh more. */
const prepared = SECTIONS.map(([url, title, heading, text]) =>
  ({url, title, heading, text, head: words(title + " " + heading), body: words(text)}));
function find(question) {
  const asked = words(question);
  if (!asked.length) return [];
  const found = [];
  for (const section of prepared) {
    let score = 0;
    for (const word of asked) {
      const inHead = section.head.filter(one => one.startsWith(word)).length;
      const inBody = section.body.filter(one => one.startsWith(word)).length;
      if (!inHead && !inBody) { score = 0; break; }
      score += 10 * Math.min(inHead, 2) + Math.log2(1 + inBody) + (section.head.includes(word) ? 5 : 0);
    }
    if (score > 0) found.push([score - (section.url.startsWith("CHANGELOG") ? 15 : 0), section]);
  }
  return found.sort((a, b) => b[0] - a[0]).slice(0, 20).map(one => one[1]);
}
function excerpt(section, question) {
  const first = words(question)[0];
  const at = Math.max(0, section.text.toLowerCase().indexOf(first) - 60);
  const piece = section.text.slice(at, at + 180);
  const line = document.createElement("small");
  const begin = piece.toLowerCase().indexOf(first);
  if (begin < 0) { line.textContent = piece; return line; }
  const mark = document.createElement("mark");
  mark.textContent = piece.slice(begin, begin + first.length);
  line.append((at ? "... " : "") + piece.slice(0, begin), mark, piece.slice(begin + first.length) + " ...");
  return line;
}
input.addEventListener("input", () => {
  const found = find(input.value);
  results.hidden = !words(input.value).length;
  results.replaceChildren(...found.map(section => {
    const link = document.createElement("a");
    link.href = base + section.url;
    const same = !section.heading || section.heading === section.title;
    link.append(same ? section.title : section.title + ": " + section.heading, excerpt(section, input.value));
    return link;
  }));
  if (!found.length) results.textContent = "Nothing found.";
});
input.form.addEventListener("submit", event => {
  event.preventDefault();
  const first = results.querySelector("a");
  if (first && !results.hidden) location.href = first.href;
});
document.addEventListener("keydown", event => {
  if (event.key === "/" && document.activeElement !== input) { event.preventDefault(); input.focus(); }
  if (event.key === "Escape") { results.hidden = true; }
});
document.addEventListener("click", event => {
  if (!results.contains(event.target) && event.target !== input) results.hidden = true;
});

document.getElementById("site-theme").addEventListener("click", () => {
  const dark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const next = dark ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  localStorage.setItem("theme", next);
});

/* A button on each block of code; a page from a folder may not use the clipboard of the browser and gets the older way. */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}
for (const pre of document.querySelectorAll("main pre")) {
  const box = document.createElement("div");
  box.className = "code";
  pre.replaceWith(box);
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await copied(pre.textContent);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
  box.append(pre, button);
}
