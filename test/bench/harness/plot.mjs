const WIDTH = 860;
const LABELS = 220;
const ROW = 14;
const GAP = 10;
const TOP = 48;
const COLOURS = ['#1d6fb8', '#3a9d6a', '#c9822b'];
const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const text = (x, y, content, more = '') =>
  `<text x="${x}" y="${y}" font-size="11" ${more}>${escape(content)}</text>`;

/** `bars: { label, isOurs, values: { [series]: number } }[]` as groups of horizontal bars. Returns SVG. */
export function barChart({ title, bars }) {
  const series = [...new Set(bars.flatMap(({ values }) => Object.keys(values)))];
  const most = Math.max(...bars.flatMap(({ values }) => Object.values(values)));
  const scale = (WIDTH - LABELS - 60) / most;
  const group = series.length * ROW + GAP;
  const parts = series.map((name, at) => legend(name, at));
  bars.forEach(({ label, isOurs, values }, index) => {
    const y = TOP + index * group;
    const weight = isOurs ? 'font-weight="bold"' : '';
    parts.push(
      text(LABELS - 8, y + (series.length * ROW) / 2 + 4, label, `text-anchor="end" ${weight}`),
    );
    series.forEach((name, at) => {
      if (values[name] === undefined) return;
      const [top, width] = [y + at * ROW, values[name] * scale];
      parts.push(
        `<rect x="${LABELS}" y="${top}" width="${width.toFixed(1)}" height="${ROW - 3}" fill="${COLOURS[at % COLOURS.length]}" opacity="${isOurs ? 1 : 0.55}"/>`,
        text(LABELS + width + 4, top + ROW - 4, values[name].toFixed(1)),
      );
    });
  });
  return frame(title, TOP + bars.length * group, parts);
}

const LINE = { left: 60, right: 150, height: 260 };

/** `lines: { label, points: [x, y][] }[]` on two logarithmic axes. Returns SVG. */
export function lineChart({ title, xLabel, yLabel, lines }) {
  const all = lines.flatMap(({ points }) => points);
  const axis = (values, from, to) => {
    const [low, high] = [Math.log10(Math.min(...values)), Math.log10(Math.max(...values))];
    return (value) => from + ((Math.log10(value) - low) / (high - low || 1)) * (to - from);
  };
  const x = axis(
    all.map(([at]) => at),
    LINE.left,
    WIDTH - LINE.right,
  );
  const y = axis(
    all.map(([, value]) => value),
    TOP + LINE.height,
    TOP,
  );
  const parts = [
    text(WIDTH - LINE.right, TOP + LINE.height + 34, xLabel, 'text-anchor="end"'),
    text(LINE.left, TOP - 8, yLabel),
  ];
  for (const at of new Set(all.map(([at]) => at)))
    parts.push(
      text(x(at), TOP + LINE.height + 18, at.toLocaleString('en'), 'text-anchor="middle"'),
    );
  lines.forEach(({ label, points }, index) => {
    const colour = COLOURS[index % COLOURS.length];
    const path = points
      .map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`)
      .join(' ');
    parts.push(`<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`);
    for (const [at, value] of points)
      parts.push(text(x(at), y(value) - 6, short(value), 'text-anchor="middle" fill="#555"'));
    const [, last] = points.at(-1);
    parts.push(text(WIDTH - LINE.right + 10, y(last) + 4, label, `fill="${colour}"`));
  });
  return frame(title, TOP + LINE.height + 40, parts);
}

/** `lines: { label, points: [second, y][] }[]` on a logarithmic axis, and `marks: { at, label }[]` over time. Returns SVG. */
export function timeChart({ title, lines, marks }) {
  const all = lines.flatMap(({ points }) => points);
  const last = Math.max(...all.map(([at]) => at), 1);
  const most = Math.log10(Math.max(...all.map(([, value]) => value), 10));
  const x = (at) => LINE.left + (at / last) * (WIDTH - LINE.right - LINE.left);
  const y = (value) =>
    TOP + LINE.height - (Math.log10(Math.max(value, 0.1)) + 1) * (LINE.height / (most + 1));
  const bottom = TOP + LINE.height;
  const parts = [
    text(WIDTH - LINE.right, bottom + 18, `${Math.round(last)} s`, 'text-anchor="end"'),
  ];
  for (let power = 0; power <= most; power++)
    parts.push(text(LINE.left - 6, y(10 ** power) + 4, short(10 ** power), 'text-anchor="end"'));
  marks.forEach(({ at, label }, index) => {
    const top = TOP + (index % 4) * 12;
    parts.push(
      `<line x1="${x(at).toFixed(1)}" x2="${x(at).toFixed(1)}" y1="${top}" y2="${bottom}" stroke="#ccc"/>`,
      text(x(at) + 2, top + 8, label, 'fill="#999"'),
    );
  });
  lines.forEach(({ label, points }, index) => {
    const colour = COLOURS[index % COLOURS.length];
    const path = points.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`);
    parts.push(
      `<polyline points="${path.join(' ')}" fill="none" stroke="${colour}" stroke-width="1.5"/>`,
      text(WIDTH - LINE.right + 10, TOP + 14 * (index + 1), label, `fill="${colour}"`),
    );
  });
  return frame(title, bottom + 30, parts);
}

const short = (value) => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en'));

function legend(name, at) {
  const x = LABELS + at * 90;
  return `<rect x="${x}" y="${TOP - 20}" width="10" height="10" fill="${COLOURS[at % COLOURS.length]}"/>${text(x + 14, TOP - 11, name)}`;
}

function frame(title, height, parts) {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" role="img" aria-label="${escape(title)}">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    text(12, 18, title, 'font-weight="bold"'),
    ...parts,
    '</svg>\n',
  ].join('\n');
}
