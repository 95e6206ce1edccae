/** Up to 70 characters, the last of them no blank. */
const BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;
const PARAMETER = /;\s*boundary\s*=\s*(?:"([^"\\]*)"|([^\s";]*))/i;

/**
 * The boundary that a `Content-Type` states; `undefined` where it states none that is valid.
 *
 * @see RFC 2046 5.1.1
 */
export function boundaryOf(contentType: string): string | undefined {
  const [, quoted, bare = ''] = PARAMETER.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  return BOUNDARY.test(boundary) ? boundary : undefined;
}
