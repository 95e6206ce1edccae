/** Whether nobody is calling. */
export function isAnonymous(user: unknown): boolean {
  return user === undefined || user === null || user === false;
}
