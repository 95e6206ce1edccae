/** The files of tests that a change of files reaches, or `'all'`, and the lines that say why. */
export function reachOf(changed: readonly string[]): {
  readonly tests: readonly string[] | 'all';
  readonly reasons: readonly string[];
};
