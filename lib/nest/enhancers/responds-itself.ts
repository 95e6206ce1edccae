import {
  RESPONSE_PASSTHROUGH_METADATA,
  ROUTE_ARGS_METADATA,
  RouteParamtypes,
} from '@nestjs/common/internal';
import type { Class } from '../../shared/class.js';

/** Whether the method takes the response, and so answers by itself, as in Nest. */
export function respondsItself(type: Class, methodName: string): boolean {
  const isPassthrough: unknown = Reflect.getMetadata(
    RESPONSE_PASSTHROUGH_METADATA,
    type,
    methodName,
  );
  if (isPassthrough === true) return false;
  const entries = (Reflect.getMetadata(ROUTE_ARGS_METADATA, type, methodName) ?? {}) as object;
  return Object.keys(entries).some((key) => {
    const kind = Number(key.split(':')[0]);
    return kind === RouteParamtypes.RESPONSE || kind === RouteParamtypes.NEXT;
  });
}
