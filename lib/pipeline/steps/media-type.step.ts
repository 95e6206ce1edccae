import type { RequestContext } from '../request-context.js';
import type { Endpoint } from '../endpoint.js';
import type { Step } from '../step.js';
import { unreadBody } from '../body/unread-body.js';

/**
 * Rejects a body that was not read, on a route whose arguments might have come from it. After the
 * arguments are bound: WordPress says that they are missing, whatever the media type is.
 */
export function mediaTypeStep({ unreadBody: meaning }: Endpoint): Step | undefined {
  return meaning === 'reject' ? unreadBody : undefined;
}

/** The same after Nest has filled its parameters, where one of them may have read the body. */
export async function rejectUnreadBody(context: RequestContext): Promise<void> {
  const rejection = await unreadBody(context);
  if (rejection !== undefined) throw rejection;
}
