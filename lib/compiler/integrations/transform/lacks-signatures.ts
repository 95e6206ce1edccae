import { isAttached } from '../../attached-mark.js';
import { mentionsRoutes } from '../../syntax/mentions-routes.js';

/**
 * Whether signatures may have to be attached to a source. A configuration may list the tool twice, its
 * own and one that it extends, so a text that has its signatures already stays as it is.
 */
export function lacksSignatures(code: string): boolean {
  return mentionsRoutes(code) && !isAttached(code);
}
