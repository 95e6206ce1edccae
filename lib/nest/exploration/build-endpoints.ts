import type { CallbackDefinition } from '../../model/definition/permission-definition.js';
import { callbacksOf } from '../../model/permissions/permission-combination.js';
import type { RouteDefinition } from '../../model/definition/route-definition.js';
import type { ContainerSide, Endpoint, EndpointPorts } from '../../pipeline/endpoint.js';
import type { RequestContext } from '../../pipeline/request-context.js';
import { rejectUnreadBody } from '../../pipeline/steps/media-type.step.js';
import { memoize } from '../../shared/memoize.js';
import { mergeObjects } from '../../shared/merge-objects.js';
import type { Enhancers } from '../enhancers/enhancers.js';
import { respondsItself } from '../enhancers/responds-itself.js';
import { readsForms, unreadBodyOf } from '../enhancers/unread-body-policy.js';
import type { Instances } from '../lazy-providers/instances.js';
import type { ValueClasses } from '../value-classes/value-classes.js';
import { findProvider, type FoundClass } from './container-view.js';
import type { ExploredRoute } from './explore-application.js';
import { LazyEndpoint } from './lazy-endpoint.js';

/** What the container adds to definitions. */
export interface EndpointContext {
  readonly enhancers: Enhancers;
  readonly instances: Instances;
  readonly valueClasses: ValueClasses;
}

type Getter = ReturnType<Instances['getter']>;

/** The endpoints of the routes, in their order. */
export function buildEndpoints(
  routes: readonly ExploredRoute[],
  context: EndpointContext,
): readonly Endpoint[] {
  const getterOf = memoize((found: FoundClass) => context.instances.getter(found));
  return routes.map(
    (route) =>
      new LazyEndpoint(route.definition, route.found.type, () =>
        containerSide(route, getterOf(route.found), context),
      ),
  );
}

function containerSide(
  { definition, found }: ExploredRoute,
  instance: Getter,
  { enhancers, instances, valueClasses }: EndpointContext,
): ContainerSide {
  const { methodName } = definition;
  const validate = valueClasses.validator(definition.arguments, definition.parameters);
  const unreadBody = unreadBodyOf(found.type, definition);
  const enhancing = enhancers.portsOf(found, methodName);
  return {
    ports: mergeObjects(
      containerPorts(found, definition, instance, instances),
      unreadBody === 'reject-late' ? rejectingUnread(enhancing) : enhancing,
      validate === undefined ? undefined : { validate },
    ),
    respondsItself: respondsItself(found.type, methodName),
    unreadBody,
    readsForms: enhancers.readsUploads(found, methodName)
      ? false
      : readsForms(found.type, definition),
  };
}

/** Rejects an unread body after Nest has filled the parameters that may read it. */
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
  definition: RouteDefinition,
  instance: Getter,
  instances: Instances,
): Pick<EndpointPorts, 'instance' | 'service'> {
  const services = new Map<unknown, Getter>();
  for (const type of serviceTypes(definition)) {
    const provider = findProvider(module, type);
    if (provider !== undefined) services.set(type, instances.getter(provider));
  }
  return {
    instance: ({ exchange }: RequestContext) => instance(exchange),
    service: (type, { exchange }) => services.get(type)?.(exchange),
  };
}

/** The classes of the services that the method and its callbacks take. */
function serviceTypes({ parameters, permission }: RouteDefinition): readonly unknown[] {
  const callbacks = callbacksOf<CallbackDefinition>(permission);
  const all = [...parameters, ...callbacks.flatMap((callback) => callback.parameters)];
  return all.flatMap((parameter) => (parameter.kind === 'service' ? [parameter.type] : []));
}
