import type { ContextId } from '@nestjs/core';
import type { PipesContextCreator } from '../internals.js';
import type { EndpointPorts } from '../../pipeline/endpoint.js';
import { argsOf, inquirerOf, type Handler } from './enhanced-handler.js';
import type { NestParameters } from './nest-parameters.js';
import type { ScopedEnhancers } from './scoped-enhancers.js';

/** Fills the parameters that carry Nest's own decorators, through global, class, method and own pipes. */
export function fillPort(
  handler: Handler,
  creator: PipesContextCreator,
  scoped: ScopedEnhancers,
  nest: NestParameters,
): EndpointPorts['fill'] {
  const { instance, method, moduleKey } = handler;
  if (!nest.hasAny(handler)) return undefined;
  const create = (context?: ContextId) => {
    const inquirer = inquirerOf(handler, context);
    const shared = creator.create(instance, method, moduleKey, context, inquirer);
    return nest.filler(handler, shared, context, inquirer);
  };
  const fillerOf = scoped.getter(handler, create);
  return async (requestContext, values) => {
    const fill = await fillerOf(requestContext);
    await fill(values, argsOf(requestContext.exchange));
  };
}
