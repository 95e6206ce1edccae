import type { Call } from '../dispatch/call.js';
import type { RestModuleOptions } from './rest-options.js';

/** Who is calling: as the option says, else `request.user`, where Passport and Nest's guards leave it. */
export function callerOf(user: RestModuleOptions['user']): (call: Call) => unknown {
  if (user !== undefined) return (call) => user(call.request);
  return ({ exchange: { raw } }) =>
    typeof raw === 'object' && raw !== null ? (Reflect.get(raw, 'user') as unknown) : undefined;
}
