import { HEADERS_METADATA, HTTP_CODE_METADATA } from '../internals.js';
import { methodOf } from '../../decorators/reading/metadata-reader.js';
import type { Class } from '../../shared/class.js';
import { NO_DEFAULTS, type ResponseDefaults } from '../../pipeline/responses/route-response.js';
import type { RequestContext } from '../../pipeline/request-context.js';
import type { Endpoint, EndpointPorts } from '../../pipeline/endpoint.js';
import { rejectUnreadBody } from '../../pipeline/steps/media-type.step.js';
import type { ParameterDefinition, RouteDetails } from '../../model/definition/route-definition.js';
import { mergeObjects } from '../../shared/merge-objects.js';
import { findProvider, type FoundClass } from './container-view.js';
import type { Enhancers } from '../enhancers/enhancers.js';
import type { ExploredController } from './explore.js';
import type { Instances } from '../lazy-providers/instances.js';
import { respondsItself } from '../enhancers/responds-itself.js';
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
  const { found, checked } = controller;
  let instance: Getter | undefined;
  return outlinesOf(controller, valueClasses, instances).map(
    (outline, index) =>
      new LazyEndpoint(outline, found.type, () => {
        instance ??= instances.getter(found);
        const details = outline.details();
        const validate = valueClasses.validator(checked.routes[index]?.parameters ?? []);
        const { methodName } = outline;
        const unreadBody = unreadBodyOf(found.type, methodName, details);
        const enhancing = enhancers.portsOf(found, methodName);
        return mergeObjects(details, {
          ports: mergeObjects(
            containerPorts(found, details, instance, instances),
            unreadBody === 'reject-late' ? rejectingUnread(enhancing) : enhancing,
            validate === undefined ? undefined : { validate },
          ),
          responseDefaults: responseDefaultsOf(found.type, methodName),
          respondsItself: respondsItself(found.type, methodName),
          unreadBody,
        });
      }),
  );
}

/** Looks for an unread body once Nest has filled the parameters that may read it. */
function rejectingUnread<Ports extends Pick<EndpointPorts, 'fill'>>(ports: Ports): Ports {
  const { fill } = ports;
  if (fill === undefined) return ports;
  const filling: EndpointPorts['fill'] = async (requestContext, values) => {
    await fill(requestContext, values);
    await rejectUnreadBody(requestContext);
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
    instance: ({ exchange }: RequestContext) => instance(exchange.raw),
    service: (type, { exchange }) => services.get(type)?.(exchange.raw),
  };
}

function allPlans({ parameters, permission }: RouteDetails): readonly ParameterDefinition[] {
  return permission.kind === 'callback' ? [...parameters, ...permission.parameters] : parameters;
}

/** Nest's `@HttpCode` and `@Header` mean on a route what they mean in Nest. */
function responseDefaultsOf(type: Class, methodName: string): ResponseDefaults {
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
