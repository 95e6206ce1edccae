/** Whether an entity tag is strong: equal for equal bytes only. @see RFC 9110 8.8.3 */
export function isStrong(etag: unknown): etag is string {
  return typeof etag === 'string' && !etag.startsWith('W/');
}

/** The same tag for representations that mean the same in other bytes. */
export function weakened(etag: string): string {
  return `W/${etag}`;
}
