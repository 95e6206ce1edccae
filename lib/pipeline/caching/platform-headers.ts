type Headers = Readonly<Record<string, unknown>>;

/**
 * The names of the headers that a method or an interceptor has set on the platform's own response. They
 * reach one client only: a response from the cache would lack them.
 */
export function changedHeaderNames(before: Headers, after: Headers): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => String(before[name]) !== String(after[name]));
}
