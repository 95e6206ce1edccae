import type { RestRequest } from '../../model/request/rest-request.js';
import type { RestModuleOptions } from './rest-options.js';

/** A request whose user can be found: to a route, or to a handler of a plain controller. */
export interface IdentifiableRequest {
  readonly request: RestRequest;
  /** The adapter's own request. */
  readonly raw: unknown;
}

/** Finds the user with the option, else in `request.user`, where Passport and Nest's guards put it. */
export function callerOf(options: RestModuleOptions): (request: IdentifiableRequest) => unknown {
  if (options.user !== undefined) return ({ request }) => options.user?.(request);
  return ({ raw }) =>
    typeof raw === 'object' && raw !== null ? (Reflect.get(raw, 'user') as unknown) : undefined;
}
