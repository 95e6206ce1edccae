import type { RequestContext } from '../request-context.js';
import type { Endpoint } from '../endpoint.js';
import type { Step } from '../step.js';
import { unreadBody } from '../body/unread-body.js';

/**
 * Rejects a body that was not read, on a route whose arguments could have come from it. After the arguments
 * are bound, because WordPress reports missing arguments before the media type.
 */
export function mediaTypeStep({ unreadBody: treatment }: Endpoint): Step | undefined {
  return treatment === 'reject' ? unreadBody : undefined;
}

/** The same after Nest has filled its parameters, one of which may have read the body. */
export async function rejectUnreadBody(context: RequestContext): Promise<void> {
  const rejection = await unreadBody(context);
  if (rejection !== undefined) throw rejection;
}
