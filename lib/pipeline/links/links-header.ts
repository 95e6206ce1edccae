import type { ResponseHeaders } from '../responses/response-headers.js';
import type { LinkPlace } from './linked-data.js';

/**
 * Carries through the cache that a body has links, and where. No header can have this name, so no header of
 * a user is mistaken for it. It is removed before the response is sent.
 */
export const LINKS_HEADER = ':links';

const OWN_TAG = ' tagged';

/** Notes where the body of a response has links, and whether its method has set an entity tag. */
export function noteLinks(headers: ResponseHeaders, place: LinkPlace): void {
  headers[LINKS_HEADER] = headers['etag'] === undefined ? place : `${place}${OWN_TAG}`;
}

export function hasOwnTag(headers: Readonly<ResponseHeaders>): boolean {
  return String(headers[LINKS_HEADER]).endsWith(OWN_TAG);
}

/** Whether the object that is the body of a response has links itself. */
export function isLinkedObject(headers: Readonly<ResponseHeaders>): boolean {
  return String(headers[LINKS_HEADER]).startsWith('object');
}
