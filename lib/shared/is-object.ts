/** Whether a value is an object, a list included; a function is none. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
