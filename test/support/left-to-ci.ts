/**
 * Says at the end of `npm test` what it has left out, by the numbers of files: a run that passes is not one of all tests.
 */
export function sayWhatIsLeft(files: Readonly<Record<string, readonly string[]>>): void {
  if (process.env['npm_lifecycle_event'] !== 'test') return;
  const parts = Object.entries(files).map(([title, { length }]) => `${title} (${length} files)`);
  process.once('exit', () => {
    console.log(`Left to CI, and to "npm run test:all": ${parts.join('; ')}.`);
  });
}
