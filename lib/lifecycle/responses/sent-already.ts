/**
 * Whether code has set a header on a response that was sent before. After a deadline, the code is right: it has done its
 * work, and cannot know of the response that the library has sent.
 */
export function isSentAlready(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_HTTP_HEADERS_SENT';
}
