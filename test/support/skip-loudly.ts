/** For `test.skipIf`: prints what is skipped and why where the condition holds, and returns the condition. */
export function loudly(isSkipped: boolean, what: string, why: string): boolean {
  if (isSkipped) console.warn(`SKIPPED: ${what}: ${why}.`);
  return isSkipped;
}
