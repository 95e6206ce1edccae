import { head, median, medianRatio, row } from '../harness/statistics.mjs';

/** A row a work, a column a contender: requests a second, and what ours make of theirs. */
export function printTable(adapter, contenders, runs) {
  const names = contenders.map(({ name }) => name);
  console.log(head([`on ${adapter}: requests/s (ours / theirs)`, ...names]));
  for (const work of Object.keys(runs[0]))
    console.log(row([`\`${work}\``, ...names.map((name) => cell(runs, work, name))]));
}

/** What a cache is worth, and what a long table of routes costs. */
export function printAgainstItself(runs) {
  const pairs = [
    ['cached list', 'list'],
    ['one of 1,000 routes', 'one of 10 routes'],
  ].filter((pair) => pair.every((work) => runs[0][work] !== undefined));
  if (pairs.length === 0) return;
  const names = Object.keys(runs[0][pairs[0][0]]);
  console.log(head(['against itself', ...names]));
  for (const [above, below] of pairs) {
    const ratios = names.map((name) =>
      medianRatio(
        runs,
        (run) => run[above][name],
        (run) => run[below][name],
      ),
    );
    console.log(row([`\`${above}\` / \`${below}\``, ...ratios]));
  }
}

function cell(runs, work, name) {
  const rates = runs.map((run) => run[work][name]);
  if (rates[0] === undefined) return '–';
  const rate = Math.round(median(rates)).toLocaleString('en');
  if (name === 'ours' || runs[0][work].ours === undefined) return rate;
  const ratio = medianRatio(
    runs,
    (run) => run[work].ours,
    (run) => run[work][name],
  );
  return `${rate} (${ratio})`;
}
