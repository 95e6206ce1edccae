import type { PipeTransform } from '@nestjs/common';
import type { ApplicationConfig, ContextId } from '@nestjs/core';
import { PipesConsumer, type PipesContextCreator } from '@nestjs/core/internal';
import type { EndpointPorts } from '../../dispatch/endpoint.js';
import { hostOf, inquirerOf, type Handler } from './handler.js';
import { readNestParameters, type NestParameter } from './nest-parameters.js';
import type { ScopedEnhancers } from './scoped-enhancers.js';

/** A parameter that Nest fills, with the pipes that run on it. */
interface PipedParameter {
  readonly parameter: NestParameter;
  readonly pipes: PipeTransform[];
}

/** Fills the parameters that carry Nest's own decorators, through global, class, method and own pipes. */
export function fillPort(
  handler: Handler,
  creator: PipesContextCreator,
  scoped: ScopedEnhancers,
  config: ApplicationConfig,
): EndpointPorts['fill'] {
  const { prototype, method, methodName, moduleKey, found } = handler;
  const parameters = readNestParameters(found.type, methodName, config);
  if (parameters.length === 0) return undefined;
  const create = (context?: ContextId): readonly PipedParameter[] => {
    const inquirer = inquirerOf(handler, context);
    const shared = creator.create(prototype, method, moduleKey, context, inquirer);
    return parameters.map((parameter) => {
      const own = creator.createConcreteContext([...parameter.pipes], context, inquirer);
      return { parameter, pipes: [...shared, ...own] };
    });
  };
  const parametersOf = scoped.getter(handler, create);
  const consumer = new PipesConsumer();
  return async (call, values) => {
    const context = hostOf(call, handler);
    const filled = await parametersOf(call);
    const fillings = filled.map(async ({ parameter, pipes }) => {
      const extracted = parameter.extract(context);
      // Fastify's reply is a promise of its own end, so what no pipe runs on is not waited for.
      if (!parameter.isPipeable) return void (values[parameter.index] = extracted);
      const value = await extracted;
      values[parameter.index] =
        pipes.length === 0 ? value : await consumer.apply(value, parameter.metadata, pipes);
    });
    await Promise.all(fillings);
  };
}
