/**
 * The lines of `Set-Cookie` of a response that other responses become part of. Of lines for the same cookie, the last
 * remains, which is what a client would keep; one response has no two of them.
 *
 * @see RFC 6265, 4.1.1 and 5.3
 */
export function joinCookies(
  present: number | string | readonly string[] | undefined,
  added: readonly string[],
): string[] {
  const lines = new Map<string, string>();
  for (const line of [present ?? [], added].flat(2)) {
    const text = String(line);
    const key = cookieKey(text);
    lines.delete(key);
    lines.set(key, text);
  }
  return [...lines.values()];
}

/** What a client knows a cookie by: its name, its domain and its path. */
function cookieKey(line: string): string {
  const [pair = '', ...attributes] = line.split(';');
  const [name = ''] = pair.split('=', 1);
  const place = new Map([
    ['domain', ''],
    ['path', ''],
  ]);
  for (const attribute of attributes) {
    const [key = '', value = ''] = attribute.split('=', 2);
    const lower = key.trim().toLowerCase();
    if (place.has(lower)) place.set(lower, value.trim());
  }
  return JSON.stringify([name.trim(), ...place.values()]);
}
