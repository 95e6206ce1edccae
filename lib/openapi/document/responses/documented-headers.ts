import type { ResponseHeader } from '../open-api-types.js';

const COUNT = { type: 'integer', minimum: 0 };
const TEXT = { type: 'string' };

/** The headers that the library writes, by their names in lower case. */
const KNOWN: ReadonlyMap<string, readonly [name: string, header: ResponseHeader]> = new Map([
  [
    'x-wp-total',
    ['X-WP-Total', { description: 'The number of items on all pages.', schema: COUNT }],
  ],
  ['x-wp-totalpages', ['X-WP-TotalPages', { description: 'The number of pages.', schema: COUNT }]],
  [
    'x-total-count',
    ['X-Total-Count', { description: 'The number of items on all pages.', schema: COUNT }],
  ],
  ['link', ['Link', { description: 'The previous and the next page.', schema: TEXT }]],
  ['location', ['Location', { description: 'Where the resource is.', schema: TEXT }]],
]);

/** Headers by name, as HTTP spells them. None is required: the method decides. */
export function documentedHeaders(
  names: readonly string[],
): Readonly<Record<string, ResponseHeader>> {
  return Object.fromEntries(
    names.map((name) => KNOWN.get(name) ?? [spelled(name), { schema: TEXT }]),
  );
}

/** `cache-control` becomes `Cache-Control`. */
function spelled(name: string): string {
  return name.replace(/(?<![^-])[a-z]/g, (letter) => letter.toUpperCase());
}
