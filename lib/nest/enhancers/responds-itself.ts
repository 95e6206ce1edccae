import { RESPONSE_PASSTHROUGH_METADATA, RouteParamtypes } from '../internals.js';
import type { Class } from '../../shared/records.js';
import { routeArgumentsOf } from './scoped-enhancers.js';

/** Whether the method takes the response and sends it itself, as in Nest. */
export function respondsItself(type: Class, methodName: string): boolean {
  const isPassthrough: unknown = Reflect.getMetadata(
    RESPONSE_PASSTHROUGH_METADATA,
    type,
    methodName,
  );
  return isPassthrough !== true && routeArgumentsOf(type, methodName).some(takesResponse);
}

function takesResponse({ kind }: { readonly kind: number | undefined }): boolean {
  return kind === RouteParamtypes.RESPONSE || kind === RouteParamtypes.NEXT;
}
