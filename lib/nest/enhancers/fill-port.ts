import type { ContextId } from '@nestjs/core';
import type { PipesContextCreator } from '../internals.js';
import type { EndpointPorts } from '../../pipeline/endpoint.js';
import type { RawHolder } from '../instances.js';
import { argsOf, inquirerOf, type Handler } from './enhanced-handler.js';
import type { Filler, NestParameters } from './nest-parameters.js';
import type { ScopedEnhancers } from './scoped-enhancers.js';

/** Fills the parameters that carry Nest's own decorators, through global, class, method and own pipes. */
export function fillPort(
  handler: Handler,
  creator: PipesContextCreator,
  scoped: ScopedEnhancers,
  nest: NestParameters,
): EndpointPorts['fill'] {
  if (!nest.hasAny(handler)) return undefined;
  const fillerOf = scoped.getter(handler, createsFiller(handler, creator, nest));
  return async (requestContext, values) => {
    const fill = await fillerOf(requestContext.exchange);
    await fill(values, argsOf(requestContext.exchange));
  };
}

/**
 * Reads one parameter of a handler: its value after all pipes. `request` is what the value is taken from;
 * pipes that are created for each request get `raw`.
 */
export type ParameterReader = (raw: unknown, request: unknown) => Promise<unknown>;

/** The reader of one parameter of a handler of a plain controller; created by the first request. */
export function parameterReader(
  handler: Handler,
  index: number,
  creator: PipesContextCreator,
  scoped: ScopedEnhancers,
  nest: NestParameters,
): ParameterReader {
  const create = createsFiller(handler, creator, nest, index);
  let fillerOf: ((request: RawHolder) => Filler | Promise<Filler>) | undefined;
  return async (raw, request) => {
    fillerOf ??= scoped.getter(handler, create);
    const fill = await fillerOf({ raw });
    const values: unknown[] = [];
    await fill(values, [request]);
    return values[index];
  };
}

function createsFiller(
  handler: Handler,
  creator: PipesContextCreator,
  nest: NestParameters,
  only?: number,
): (context?: ContextId) => Filler {
  const { instance, method, moduleKey } = handler;
  return (context) => {
    const inquirer = inquirerOf(handler, context);
    const shared = creator.create(instance, method, moduleKey, context, inquirer);
    return nest.filler(handler, shared, context, inquirer, only);
  };
}
