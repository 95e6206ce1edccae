import { jsonResponse, type MakeResponse } from '../responses/route-response.js';
import type { LinkSettings } from './link-settings.js';
import { textOfLinked } from './link-text.js';
import { placeOfLinks } from './linked-data.js';
import { noteLinks } from './links-header.js';

/** Makes responses with a JSON text. Links in the data have no root yet. */
export function createLinkedJson(settings: LinkSettings): MakeResponse {
  return (value, status, headers) => {
    const place = placeOfLinks(value);
    if (place === undefined) return jsonResponse(value, status, headers);
    noteLinks(headers, place);
    return jsonResponse(value, status, headers, (data) => textOfLinked(data, place, settings));
  };
}
