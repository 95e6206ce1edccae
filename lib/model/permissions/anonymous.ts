/** Whether a request is anonymous. */
export function isAnonymous(user: unknown): boolean {
  return user === undefined || user === null || user === false;
}
