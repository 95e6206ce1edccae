import type { RequestContext } from '../../pipeline/request-context.js';
import type { RestModuleOptions } from './rest-options.js';

/** Who is calling: as the option says, else `request.user`, where Passport and Nest's guards leave it. */
export function callerOf(options: RestModuleOptions): (context: RequestContext) => unknown {
  if (options.user !== undefined) return (context) => options.user?.(context.request);
  return ({ exchange: { raw } }) =>
    typeof raw === 'object' && raw !== null ? (Reflect.get(raw, 'user') as unknown) : undefined;
}
