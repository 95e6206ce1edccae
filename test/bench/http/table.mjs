import { head, median, medianRatio, row } from '../harness/statistics.mjs';

/** A row a work, a column a contender: microseconds, and theirs divided by ours (above 1, ours is faster). */
export function printTable(adapter, contenders, runs) {
  const names = contenders.map(({ name }) => name);
  console.log(head([`on ${adapter}: µs (theirs / ours)`, ...names]));
  for (const work of Object.keys(runs[0]))
    console.log(row([`\`${work}\``, ...names.map((name) => cell(runs, work, name))]));
}

/** What a cache saves, and what a long table of routes costs. */
export function printAgainstItself(runs) {
  const pairs = [
    ['list', 'cached list'],
    ['one of 1,000 routes', 'one of 10 routes'],
  ].filter((pair) => pair.every((work) => runs[0][work] !== undefined));
  if (pairs.length === 0) return;
  const names = Object.keys(runs[0][pairs[0][1]]);
  console.log(head(['beside itself', ...names]));
  for (const [above, below] of pairs) {
    const ratios = names.map((name) =>
      runs[0][below][name] === undefined
        ? '–'
        : medianRatio(
            runs,
            (run) => run[above][name],
            (run) => run[below][name],
          ),
    );
    console.log(row([`\`${above}\` / \`${below}\``, ...ratios]));
  }
}

function cell(runs, work, name) {
  const times = runs.map((run) => run[work][name]);
  if (times[0] === undefined) return '–';
  const time = median(times).toFixed(1);
  if (name === 'ours' || runs[0][work].ours === undefined) return time;
  const ratio = medianRatio(
    runs,
    (run) => run[work][name],
    (run) => run[work].ours,
  );
  return `${time} (${ratio})`;
}
