import type { HeaderLine } from '../../caching/entries/entry.js';
import type { ResponseHeaders } from './response-headers.js';

/** Headers as lines; a header with several values has several lines. */
export function linesOf(headers: Readonly<ResponseHeaders>): readonly HeaderLine[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((one): HeaderLine => [name, one]) : [[name, value] as const],
  );
}

/** Lines as headers. Several lines of `Vary` become one list. */
export function headersOf(lines: readonly HeaderLine[]): ResponseHeaders {
  const headers: ResponseHeaders = {};
  for (const [name, value] of lines) {
    const known = headers[name];
    if (known === undefined) headers[name] = value;
    else if (name === 'vary') headers[name] = `${String(known)}, ${value}`;
    else headers[name] = [known, value].flat();
  }
  return headers;
}
