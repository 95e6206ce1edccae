import { comparable } from '../recordings.js';
import { belowApi } from '../../support/location.js';

/**
 * What of a body is compared, at any depth: of an error its codes, of `Allow` a set, of an empty object what
 * PHP prints, an empty list. The URL of the API is `{root}`.
 */
export function comparableBody(body: unknown, root: string): unknown {
  const value = comparable(body);
  if (typeof value === 'string') return value.replaceAll(root, '{root}');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => comparableBody(item, root));
  const entries = Object.entries(value).filter(([, item]) => part !== undefined);
  if (entries.length === 0) return [];
  return Object.fromEntries(entries.map(([name, item]) => [name, part(name, item, root)]));
}

function part(name: string, value: unknown, root: string): unknown {
  // WordPress sends what the method states; a `Location` of the library is relative to the API.
  if (name === 'Location') return belowApi(value);
  if (name !== 'Allow') return comparableBody(value, root);
  const methods = Array.isArray(value) ? value.map(String) : String(value).split(', ');
  return methods.toSorted();
}
