import type { AbstractHttpAdapter } from '@nestjs/core';
import type { MakeInProcessSide } from '../../pipeline/in-process/in-process-request.js';
import { fastifySide } from './fastify-side.js';
import { nodeSide, type Prototypes } from './node-side.js';

/** Makes requests and responses as the adapter's are; those of Node where there is no adapter. */
export function chooseSide(adapter: AbstractHttpAdapter | undefined): MakeInProcessSide {
  switch (adapter?.getType()) {
    case 'express': {
      const express = adapter.getInstance<Prototypes>();
      return (request, caller) => nodeSide(request, caller, express);
    }
    case 'fastify': {
      const fastify = adapter.getInstance<object>();
      return (request, caller) => fastifySide(request, caller, fastify);
    }
    default:
      return (request, caller) => nodeSide(request, caller);
  }
}
