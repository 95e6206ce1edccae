import type { Awaitable } from '../../shared/when-ready.js';
import type { RequestContext } from '../request-context.js';
import type { RouteResponse } from '../responses/route-response.js';

/** Embeds what `_embed` asks for into a response with links. */
export type Embed = (response: RouteResponse, context: RequestContext) => Awaitable<RouteResponse>;
