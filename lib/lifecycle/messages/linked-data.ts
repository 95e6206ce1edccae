import { joinLinks, type Linked, type Links, type StatedLinks } from './link.js';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';

/**
 * A copy of an item with links in `_links`, for the items of a list. Links that the item has already are
 * kept. An href that begins with a single `/` is relative to the API.
 *
 * @example
 * return books.map((book) =>
 *   withLinks(book, {
 *     self: `/lib/v1/books/${book.id}`,
 *     author: { href: `/lib/v1/authors/${book.author}`, embeddable: true },
 *   }),
 * );
 *
 * @param item An object; its class is kept, for serializers.
 * @param links By relation: a URL, a link with attributes, or a list of them.
 * @throws InvalidArgumentException on an item that is not an object, or a link without a URL.
 * @see WordPress's `add_links` and `prepare_response_for_collection`.
 */
export function withLinks<T extends object>(item: T, links: StatedLinks): Linked<T> {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    const kind = Array.isArray(item) ? 'a list' : String(item);
    throw new InvalidArgumentException(`withLinks: an item with links is an object, not ${kind}.`);
  }
  const own = Object.hasOwn(item, '_links') ? (item as Linked<T>)._links : undefined;
  const joined = joinLinks(own, links);
  return Object.keys(joined).length === 0 ? copyOf(item, own) : copyOf(item, joined);
}

function copyOf<T extends object>(item: T, links: Links | undefined): Linked<T> {
  const copy = copyWith(item, links);
  const { toJSON } = item as { readonly toJSON?: unknown };
  if (typeof toJSON !== 'function') return copy;
  // The method of the class leaves `_links` out, and may read private fields, which a copy does not have.
  const value = (key: string): unknown => {
    const json: unknown = Reflect.apply(toJSON, item, [key]);
    return typeof json === 'object' && json !== null ? { ...json, _links: links } : json;
  };
  return Object.defineProperty(copy, 'toJSON', { value, configurable: true, enumerable: false });
}

function copyWith<T extends object>(item: T, links: Links | undefined): Linked<T> {
  const prototype = Object.getPrototypeOf(item) as object | null;
  const added = links === undefined ? {} : { _links: links };
  if (prototype === Object.prototype) return { ...item, ...added };
  const own = Object.getOwnPropertyDescriptors(added);
  const properties = { ...Object.getOwnPropertyDescriptors(item), ...own };
  return Object.create(prototype, properties) as Linked<T>;
}
