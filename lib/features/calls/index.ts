import type { Feature } from '../../nest/composition/feature.js';
import { ReadyApplication } from '../../nest/composition/ready-application.js';
import { ROUTE_CALLS, type MakeRouteCalls } from '../../routes/api-description.js';
import { RestCalls } from './rest-calls.js';

/** Calls of routes by tools, such as those of MCP, on behalf of the callers of other requests. */
export const calls: Feature = {
  name: 'calls',
  providers: [{ provide: ROUTE_CALLS, inject: [ReadyApplication], useFactory: makeRouteCalls }],
  exports: [ROUTE_CALLS],
};

/** Most applications have no tools, so that nothing calls it. */
function makeRouteCalls(application: ReadyApplication): MakeRouteCalls {
  return () => new RestCalls(application);
}
