/** The functions whose own time for a request differs most between two profiles, as lines of text. */
export function profileDifference(base, head, shown = 15) {
  const [before, after] = [base, head].map(timesOf);
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((name) => ({ name, grown: (after.get(name) ?? 0) - (before.get(name) ?? 0) }))
    .toSorted((a, b) => Math.abs(b.grown) - Math.abs(a.grown))
    .slice(0, shown)
    .map(({ name, grown }) => `${(grown >= 0 ? '+' : '') + grown.toFixed(2)} µs  ${name}`);
}

/** Microseconds for a request by function. A function has one name in both, wherever its file was bundled. */
function timesOf({ profile: { nodes, samples, timeDeltas }, requests }) {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const times = new Map();
  samples.forEach((id, at) => {
    const name = names.get(id);
    if (name === '(idle)') return;
    times.set(name, (times.get(name) ?? 0) + timeDeltas[at] / requests);
  });
  return times;
}

function nameOf({ functionName, url, lineNumber }) {
  const [, package_] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (functionName !== '')
    return package_ === undefined ? functionName : `${functionName} (${package_})`;
  return `anonymous ${url.replace(/^.*\//, '')}:${lineNumber + 1}`;
}
