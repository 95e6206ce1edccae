type Headers = Readonly<Record<string, unknown>>;

/**
 * The names of headers that are other than they were. What the method or an interceptor sets on the
 * platform's own response goes to one client only: a hit would lack it.
 */
export function changedHeaders(before: Headers, after: Headers): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => String(before[name]) !== String(after[name]));
}
