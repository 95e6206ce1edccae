/**
 * Waits in real time for what another process does. It has no limit, since a busy machine exceeds any; what never
 * comes ends with the test.
 */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}
