/** What the peer ranges of @nestjs/common and @nestjs/core allow: the oldest version of each major. */
export const NEST_RANGE = '^11.2.10 || ^12.2.0';

/** Whether the peer range allows a version of Nest. */
export function isNestSupported(version: string): boolean {
  const found = numbersOf(version);
  // A pre-release comes before its version, and ranges leave it out.
  if (version.includes('-')) return false;
  return NEST_RANGE.split(' || ').some((part) => {
    const oldest = numbersOf(part.slice(1));
    const different = oldest.findIndex((number, at) => number !== found[at]);
    if (different === -1) return true;
    return different > 0 && (found[different] ?? 0) > (oldest[different] ?? 0);
  });
}

function numbersOf(version: string): readonly number[] {
  return version.split('.').map((part) => Number.parseInt(part, 10));
}
