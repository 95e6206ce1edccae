import { HEADERS_METADATA } from '../../../internals.js';

/**
 * The names of the headers that `@Header` states with a constant value, in lower case. A value that is
 * computed for each request stays that of the request.
 */
export function declaredHeaders(method: object): ReadonlySet<string> {
  const listed: unknown = Reflect.getMetadata(HEADERS_METADATA, method);
  const headers = (Array.isArray(listed) ? listed : []) as readonly DeclaredHeader[];
  const constant = headers.filter(({ value }) => typeof value !== 'function');
  return new Set(constant.map(({ name }) => name.toLowerCase()));
}

interface DeclaredHeader {
  readonly name: string;
  readonly value: unknown;
}
