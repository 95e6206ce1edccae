import type { TestResponse } from '../../../support/application.js';

/** The library's own rejections: of arguments, of files, and of a path whose values match no route. */
export function isRejected({ status, body }: TestResponse): boolean {
  const { code } = (body ?? {}) as { readonly code?: unknown };
  if (status === 404) return code === 'rest_no_route';
  return (status === 400 || status === 415) && String(code).startsWith('rest_');
}
