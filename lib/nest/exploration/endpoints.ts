import { HEADERS_METADATA, HTTP_CODE_METADATA } from '@nestjs/common/internal';
import { methodOf, type Class } from '../../decorators/reading/metadata-reader.js';
import { NO_DEFAULTS, type AnswerDefaults } from '../../pipeline/responses/route-response.js';
import type { Call } from '../../pipeline/request-context.js';
import type { Endpoint, EndpointPorts } from '../../pipeline/endpoint.js';
import { refuseUnreadBody } from '../../pipeline/steps/media-type.step.js';
import type { ParameterPlan, RouteDetails } from '../../model/definition/route-definition.js';
import { joined } from '../../shared/merge-objects.js';
import { findProvider, type FoundClass } from './container-view.js';
import type { Enhancers } from '../enhancers/enhancers.js';
import type { ExploredController } from './explore.js';
import type { Instances } from '../lazy-providers/instances.js';
import { isAnsweredByMethod } from '../enhancers/responds-itself.js';
import { unreadBodyOf } from '../enhancers/unread-body-policy.js';
import { LazyEndpoint } from './lazy-endpoint.js';
import { outlinesOf } from './read-application.js';
import type { ValueClasses } from '../value-classes/value-classes.js';

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
  { enhancers, instances, valueClasses }: EndpointContext,
): readonly Endpoint[] {
  const { found, judged } = controller;
  let instance: Getter | undefined;
  return outlinesOf(controller, valueClasses, instances).map(
    (outline, index) =>
      new LazyEndpoint(outline, found.type, () => {
        instance ??= instances.getter(found);
        const details = outline.details();
        const validate = valueClasses.validator(judged.routes[index]?.parameters ?? []);
        const { methodName } = outline;
        const unreadBody = unreadBodyOf(found.type, methodName, details);
        const enhancing = enhancers.portsOf(found, methodName);
        return joined(details, {
          ports: joined(
            containerPorts(found, details, instance, instances),
            unreadBody === 'refuse-late' ? refusingUnread(enhancing) : enhancing,
            validate === undefined ? undefined : { validate },
          ),
          answerDefaults: answerDefaultsOf(found.type, methodName),
          isAnsweredByMethod: isAnsweredByMethod(found.type, methodName),
          unreadBody,
        });
      }),
  );
}

/** Looks for an unread body once Nest has filled the parameters that may read it. */
function refusingUnread<Ports extends Pick<EndpointPorts, 'fill'>>(ports: Ports): Ports {
  const { fill } = ports;
  if (fill === undefined) return ports;
  const filling: EndpointPorts['fill'] = async (call, values) => {
    await fill(call, values);
    await refuseUnreadBody(call);
  };
  return { ...ports, fill: filling };
}

function containerPorts(
  { module }: FoundClass,
  details: RouteDetails,
  instance: Getter,
  instances: Instances,
): Pick<EndpointPorts, 'instance' | 'service'> {
  const services = new Map<unknown, Getter>();
  for (const plan of allPlans(details)) {
    if (plan.kind !== 'service') continue;
    const provider = findProvider(module, plan.type);
    if (provider !== undefined) services.set(plan.type, instances.getter(provider));
  }
  return {
    instance: ({ exchange }: Call) => instance(exchange.raw),
    service: (type, { exchange }) => services.get(type)?.(exchange.raw),
  };
}

function allPlans({ parameters, permission }: RouteDetails): readonly ParameterPlan[] {
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
