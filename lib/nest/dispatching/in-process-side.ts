import type { AbstractHttpAdapter } from '@nestjs/core';
import type { MakeInProcessSide } from '../../pipeline/in-process/in-process-request.js';
import { chooseSide } from '../../platform/in-process/choose-side.js';
import { REQUEST_CONTEXT_ID } from '../internals.js';

/**
 * Makes what guards, interceptors and filters see of an in-process request. It is a request of its own for
 * providers with the scope of a request, whatever the request has that it is derived from.
 */
export function inProcessSide(adapter: AbstractHttpAdapter | undefined): MakeInProcessSide {
  const makeSide = chooseSide(adapter);
  return (request, caller) => {
    const side = makeSide(request, caller);
    Reflect.deleteProperty(side.raw as object, REQUEST_CONTEXT_ID);
    return side;
  };
}
