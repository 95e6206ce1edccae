import { withLinks } from 'nestjs-rest-routes';
import type { Item } from './item.js';

/** An item with links to itself, its collection and its author. */
export function linkedItem(item: Item): Item {
  return withLinks(item, {
    self: `/acme/v1/items/${item.id}`,
    collection: '/acme/v1/items',
    author: { href: `/acme/v1/users/${item.author}`, embeddable: true },
  });
}
