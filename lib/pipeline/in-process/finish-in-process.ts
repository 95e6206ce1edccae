import { whenReady } from '../../shared/when-ready.js';
import type { Finish } from '../finish.js';
import type { LinkSettings } from '../links/link-settings.js';
import { resolveKeptLinks } from '../links/resolve-links.js';
import type { Allow } from '../permissions/allow.js';
import { linkPages } from '../responses/paging.js';

/** Adds `Allow` and the links of a page, and makes the links of the data absolute. */
export function finishInProcess(allow: Allow, links: LinkSettings): Finish {
  return (response, context) => {
    if (!context.isAdmitted) return response;
    return whenReady(allow(context, response), (methods) => {
      response.headers['allow'] ??= methods;
      linkPages(response, context);
      return resolveKeptLinks(response, context.exchange, links);
    });
  };
}
