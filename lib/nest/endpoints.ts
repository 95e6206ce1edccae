import { HEADERS_METADATA, HTTP_CODE_METADATA } from '@nestjs/common/internal';
import { methodOf, type Class } from '../decorators/metadata.js';
import { NO_DEFAULTS, type AnswerDefaults } from '../dispatch/answer.js';
import type { Call } from '../dispatch/call.js';
import type { Endpoint, EndpointPorts } from '../dispatch/endpoint.js';
import type { ParameterPlan, RouteDefinition } from '../routes/definition.js';
import type { JudgedRoute } from '../signature/judge-controller.js';
import { findProvider, type FoundClass } from './container-view.js';
import type { Enhancers } from './enhancers/enhancers.js';
import type { ExploredController } from './explore.js';
import type { Instances } from './instances.js';
import { definitionsOf } from './read-application.js';
import { isAnsweredByMethod } from './enhancers/nest-parameters.js';
import type { ValueClasses } from './value-classes/value-classes.js';

/** What turns definitions into endpoints. */
export interface EndpointContext {
  readonly enhancers: Enhancers;
  readonly instances: Instances;
  readonly valueClasses: ValueClasses;
}

type Getter = (rawRequest: unknown) => object | Promise<object>;

/** The endpoints of all controllers, in the order in which they were found. */
export function buildEndpoints(
  controllers: readonly ExploredController[],
  context: EndpointContext,
): readonly Endpoint[] {
  return controllers.flatMap((controller) => endpointsOf(controller, context));
}

function endpointsOf(
  controller: ExploredController,
  context: EndpointContext,
): readonly Endpoint[] {
  const { found, judged } = controller;
  const definitions = definitionsOf(controller, context.valueClasses, context.instances);
  const instance = context.instances.getter(found);
  return definitions.map((definition, index) =>
    Object.freeze({
      ...definition,
      controller: found.type,
      ports: portsOf(found, definition, judged.routes[index], { ...context, instance }),
      answerDefaults: answerDefaultsOf(found.type, definition.methodName),
      isAnsweredByMethod: isAnsweredByMethod(found.type, definition.methodName),
    }),
  );
}

function portsOf(
  found: FoundClass,
  definition: RouteDefinition,
  judged: JudgedRoute | undefined,
  { enhancers, instances, valueClasses, instance }: EndpointContext & { readonly instance: Getter },
): EndpointPorts {
  const services = new Map<unknown, Getter>();
  for (const plan of allPlans(definition)) {
    if (plan.kind !== 'service') continue;
    const provider = findProvider(found.module, plan.type);
    if (provider !== undefined) services.set(plan.type, instances.getter(provider));
  }
  const validate = valueClasses.validator(judged?.parameters ?? []);
  return {
    ...enhancers.portsOf(found, definition.methodName),
    ...(validate === undefined ? {} : { validate }),
    instance: ({ exchange }: Call) => instance(exchange.raw),
    service: (type, { exchange }) => services.get(type)?.(exchange.raw),
  };
}

function allPlans({ parameters, permission }: RouteDefinition): readonly ParameterPlan[] {
  return permission.kind === 'callback' ? [...parameters, ...permission.parameters] : parameters;
}

/** Nest's `@HttpCode` and `@Header` mean on a route what they mean in Nest. */
function answerDefaultsOf(type: Class, methodName: string): AnswerDefaults {
  const method = methodOf(type, methodName) as object;
  const keys: readonly unknown[] = Reflect.getOwnMetadataKeys(method);
  if (!keys.includes(HTTP_CODE_METADATA) && !keys.includes(HEADERS_METADATA)) return NO_DEFAULTS;
  const status = Reflect.getMetadata(HTTP_CODE_METADATA, method) as number | undefined;
  const headers = (Reflect.getMetadata(HEADERS_METADATA, method) ?? []) as readonly {
    readonly name: string;
    readonly value: string | (() => string);
  }[];
  return {
    status,
    headers: Object.fromEntries(
      headers.map(({ name, value }) => [
        name.toLowerCase(),
        typeof value === 'function' ? value() : value,
      ]),
    ),
  };
}
