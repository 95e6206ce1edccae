import type { Call } from '../../pipeline/request-context.js';
import type { RestModuleOptions } from './rest-options.js';

/** Who is calling: as the option says, else `request.user`, where Passport and Nest's guards leave it. */
export function callerOf(options: RestModuleOptions): (call: Call) => unknown {
  if (options.user !== undefined) return (call) => options.user?.(call.request);
  return ({ exchange: { raw } }) =>
    typeof raw === 'object' && raw !== null ? (Reflect.get(raw, 'user') as unknown) : undefined;
}
