import { timeChart } from '../../bench/harness/plot.mjs';

export const quantile = (values, part) => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
};

/** The rows of the table of one phase. */
export function table({
  kind,
  counts,
  unsent,
  latencies,
  faults,
  checker,
  outcomes,
  purges,
  memory,
  leaks,
}) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const byKind = new Map();
  for (const { kind: one } of checker.violations) byKind.set(one, (byKind.get(one) ?? 0) + 1);
  const rows = [
    ['store', kind],
    ['requests', `${all} (${list(counts)})`],
    ['not sent, because the machine is too slow', String(unsent)],
    ['interrupted by a kill', String(latencies.interrupted)],
    [
      'milliseconds',
      `${['p50', 'p99'].map((name) => `${name} ${latencies[name].toFixed(1)}`).join(', ')}, most ${latencies.most.toFixed(0)}`,
    ],
    ['faults', list(faults)],
    ['responses of cached routes', list(outcomes)],
    ['purges', list(purges)],
    ['heap in MiB, third and last quarter', memory],
    ['left behind', leaks.length === 0 ? 'nothing' : leaks.join('; ')],
    ['violations', byKind.size === 0 ? 'none' : list(Object.fromEntries(byKind))],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}

const list = (counts) =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ') || 'none';

/** Latency and memory over time, with the faults. */
export function plot({ kind, seconds, samples, faultTimes }) {
  const line = (label, points) => ({ label, points });
  return timeChart({
    title: `Soak with ${kind}: milliseconds of requests, and heap of two processes in MiB`,
    marks: faultTimes.map(({ at, name }) => ({ at, label: name })),
    lines: [
      line(
        'p50',
        seconds.map(({ at, latencies }) => [at, quantile(latencies, 0.5)]),
      ),
      line(
        'p99',
        seconds.map(({ at, latencies }) => [at, quantile(latencies, 0.99)]),
      ),
      line(
        'heap',
        samples.map(({ at, heap }) => [at, heap / 1_048_576]),
      ),
    ],
  });
}
