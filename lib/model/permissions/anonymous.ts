/** Whether nobody is calling. */
export function isNobody(user: unknown): boolean {
  return user === undefined || user === null || user === false;
}
