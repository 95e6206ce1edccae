/** Microseconds of own time for a request by function, of a profile of `requests`; waiting is left out. */
export function timesOf({ nodes, samples, timeDeltas }, requests) {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const times = new Map();
  samples.forEach((id, at) => {
    const name = names.get(id);
    if (name !== '(idle)') times.set(name, (times.get(name) ?? 0) + timeDeltas[at] / requests);
  });
  return times;
}

/** The functions whose own time for a request differs most between two profiles, as lines of text. */
export function differenceOf(before, after, shown = 15) {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((name) => ({ name, grown: (after.get(name) ?? 0) - (before.get(name) ?? 0) }))
    .toSorted((a, b) => Math.abs(b.grown) - Math.abs(a.grown))
    .slice(0, shown)
    .map(({ name, grown }) => `${(grown >= 0 ? '+' : '') + grown.toFixed(2)} µs  ${name}`);
}

/** Without the line, so that a function has one name in two builds. */
function nameOf({ functionName, url, lineNumber }) {
  const [, owner] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  const where = owner ?? url.replace(/^.*\//, '');
  if (functionName === '') return `anonymous ${where}:${lineNumber + 1}`;
  return where === '' ? functionName : `${functionName} ${where}`;
}
