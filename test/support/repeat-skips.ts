/** What `loudly` prints, as Vitest hands it on: several lines may come at once. */
const SKIPPED = /^SKIPPED: (.+)\.$/gm;

/**
 * For `onConsoleLog` of Vitest: remembers what is skipped, and repeats it in one line when the run ends, since the
 * messages stand far above the summary. It needs no reporter, so that `--reporter` does not turn it off.
 */
export function repeatSkips(): (text: string) => void {
  const skips = new Set<string>();
  process.once('exit', () => {
    if (skips.size > 0) console.log(`SKIPPED in this run: ${[...skips].toSorted().join('; ')}.`);
  });
  return (text) => {
    for (const [, skip] of text.matchAll(SKIPPED)) if (skip !== undefined) skips.add(skip);
  };
}
