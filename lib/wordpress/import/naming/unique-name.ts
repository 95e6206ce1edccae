/** The first of the candidates that is free, else the last one with a number. The name is taken then. */
export function takeName(candidates: readonly string[], taken: Set<string>): string {
  const last = candidates.at(-1) ?? 'item';
  let name = candidates.find((candidate) => !taken.has(candidate));
  for (let number = 2; name === undefined; number++) {
    if (!taken.has(`${last}${number}`)) name = `${last}${number}`;
  }
  taken.add(name);
  return name;
}
