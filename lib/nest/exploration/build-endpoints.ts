import type { CallbackDefinition } from '../../model/definition/permission-definition.js';
import { callbacksOf } from '../../model/permissions/permission-combination.js';
import type { OpenRoute } from '../../model/definition/route.js';
import {
  createEntry,
  type ContainerSide,
  type EndpointPorts,
  type RouteEntry,
} from '../../pipeline/endpoint.js';
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
import type { ExploredRoute } from './compile-classes.js';

/** What the container adds to routes. */
export interface EndpointContext {
  readonly enhancers: Enhancers;
  readonly instances: Instances;
  readonly valueClasses: ValueClasses;
}

type Getter = ReturnType<Instances['getter']>;

/** The entries of the routes in the table, in their order. */
export function createEntries(
  routes: readonly ExploredRoute[],
  context: EndpointContext,
): readonly RouteEntry[] {
  const getterOf = memoize((found: FoundClass) => context.instances.getter(found));
  return routes.map(({ route, found }) =>
    createEntry(route, found.type, (opened) =>
      containerSide(opened, found, getterOf(found), context),
    ),
  );
}

function containerSide(
  route: OpenRoute,
  found: FoundClass,
  instance: Getter,
  { enhancers, instances, valueClasses }: EndpointContext,
): ContainerSide {
  const { methodName } = route;
  const validate = valueClasses.validator(route.arguments, route.parameters);
  const unreadBody = unreadBodyOf(found.type, route);
  const enhancing = enhancers.portsOf(found, methodName);
  return {
    ports: mergeObjects(
      containerPorts(found, route, instance, instances),
      unreadBody === 'reject-late' ? rejectingUnread(enhancing) : enhancing,
      validate === undefined ? undefined : { validate },
    ),
    respondsItself: respondsItself(found.type, methodName),
    unreadBody,
    readsForms: enhancers.readsUploads(found, methodName) ? false : readsForms(found.type, route),
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
  route: OpenRoute,
  instance: Getter,
  instances: Instances,
): Pick<EndpointPorts, 'instance' | 'service'> {
  const services = new Map<unknown, Getter>();
  for (const type of serviceTypes(route)) {
    const provider = findProvider(module, type);
    if (provider !== undefined) services.set(type, instances.getter(provider));
  }
  return {
    instance: ({ exchange }: RequestContext) => instance(exchange),
    service: (type, { exchange }) => services.get(type)?.(exchange),
  };
}

/** The classes of the services that the method and its callbacks take. */
function serviceTypes({ parameters, permission }: OpenRoute): readonly unknown[] {
  const callbacks = callbacksOf<CallbackDefinition>(permission);
  const all = [...parameters, ...callbacks.flatMap((callback) => callback.parameters)];
  return all.flatMap((parameter) => (parameter.kind === 'service' ? [parameter.type] : []));
}
