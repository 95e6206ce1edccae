/** Of an even number of values, the middle between the two in the middle. */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

/** Machines drift between rounds, by a third and more: a ratio belongs to one round. */
export const medianRatio = (rounds, above, below) =>
  median(rounds.map((round) => above(round) / below(round))).toFixed(2);

/** A row of a Markdown table. */
export const row = (cells) => `| ${cells.join(' | ')} |`;

/** The head of a Markdown table. */
export const head = (cells) => `\n${row(cells)}\n|${'---|'.repeat(cells.length)}`;
