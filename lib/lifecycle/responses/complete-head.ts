import type { CompleteHead } from '../endpoint.js';
import { rootOf } from '../messages/root.js';

/**
 * Completes the head of a result: the links of a page, and the URL of a `Location` that is relative to the API, as links
 * are. Runs after the cache, because one entry serves several origins, and requests whose queries are written differently.
 */
export function completeHead(url: string | undefined, linkPages: CompleteHead): CompleteHead {
  return (head, context) => {
    const { headers, page, location } = head;
    if (page !== undefined) linkPages(head, context);
    if (location !== undefined) {
      headers['location'] = `${rootOf(context.exchange, url)}${location}`;
    }
  };
}
