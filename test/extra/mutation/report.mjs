/** How many faults each suite has found, of each kind and room, those that only a later one has found, and the others. */
export function report(faults, results) {
  const suites = [...new Set(results.map(({ suite }) => suite))];
  const found = new Map(
    results.filter(({ failure }) => failure !== undefined).map((one) => [one.id, one]),
  );
  const tried = faults.filter(({ id }) => results.some((one) => one.id === id));
  const isOf = (suite) => (fault) => found.get(fault.id)?.suite === suite;
  const lines = [`${tried.length} of ${faults.length} faults tried`];
  for (const suite of suites) lines.push(`${suite}: ${tried.filter(isOf(suite)).length} found`);
  for (const key of ['kind', 'room']) {
    lines.push('', `by ${key}`);
    for (const name of new Set(tried.map((fault) => fault[key]))) {
      const some = tried.filter((fault) => fault[key] === name);
      const counts = suites.map((suite) => some.filter(isOf(suite)).length);
      lines.push(`  ${name}: ${counts.join(' + ')} of ${some.length}`);
    }
  }
  for (const suite of [...suites.slice(1), undefined]) {
    lines.push('', suite === undefined ? 'found by none' : `found only by ${suite}`);
    for (const fault of tried.filter(isOf(suite))) {
      lines.push(`  ${shown(fault, found.get(fault.id))}`);
    }
  }
  return lines.join('\n');
}

function shown({ id, kind, before, after }, result) {
  const short = (text) => text.replaceAll(/\s+/g, ' ').slice(0, 100);
  const by = result === undefined ? '' : `\n      ${short(result.failure.title)}`;
  return `${id} (${kind}): ${short(before)} → ${short(after)}${by}`;
}
