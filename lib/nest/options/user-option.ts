import type { RequestContext } from '../../pipeline/request-context.js';
import type { RestModuleOptions } from './rest-options.js';

/** Finds the user with the option, else in `request.user`, where Passport and Nest's guards put it. */
export function callerOf(options: RestModuleOptions): (context: RequestContext) => unknown {
  if (options.user !== undefined) return (context) => options.user?.(context.request);
  return ({ exchange: { raw } }) =>
    typeof raw === 'object' && raw !== null ? (Reflect.get(raw, 'user') as unknown) : undefined;
}
