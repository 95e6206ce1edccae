import { VersioningType } from '@nestjs/common';
import type { ApplicationConfig } from '@nestjs/core';
import type { CallbackDefinition } from '../../routes/definition/permission-definition.js';
import { callbacksOf } from '../../routes/declaration/permission.js';
import type { RouteDefinition, Route } from '../../routes/route.js';
import { BINARY } from '../../types/files.js';
import {
  createEntry,
  NOTHING_READ,
  type ContainerData,
  type EndpointPorts,
  type NamesRead,
  type SourcesRead,
  type RouteEntry,
} from '../../lifecycle/endpoint.js';
import { rejectUnreadBody } from '../../lifecycle/steps/media-type.step.js';
import { memoize } from '../../shared/promises.js';
import type { Class } from '../../shared/records.js';
import type { Enhancers } from '../enhancers/enhancers.js';
import { handlerOf } from '../enhancers/scoped-enhancers.js';
import { respondsItself, routeArgumentsOf } from '../exploration/nest-metadata.js';
import { RouteParamtypes } from '../internals.js';
import { findProvider, type Instances, type FoundClass } from '../container.js';
import type { PlainHandler } from '../exploration/plain-handler.js';
import type { ExploredApplication } from '../exploration/explore-application.js';

/** @param isWordPress Whether the application has WordPress's style. */
export function createEntries(
  { routes, valueClasses }: ExploredApplication,
  enhancers: Enhancers,
  instances: Instances,
  isWordPress: boolean,
): readonly RouteEntry[] {
  const getterOf = memoize((found: FoundClass) => instances.getter(found));
  const containerDataOf = (route: RouteDefinition, found: FoundClass): ContainerData => {
    const { methodName } = route;
    const unreadBody = unreadBodyOf(found.type, route);
    const enhancing = enhancers.portsOf(found, methodName);
    return {
      ports: {
        ...containerPorts(found, route, getterOf(found), instances),
        ...(unreadBody === 'reject-late' ? rejectingUnread(enhancing) : enhancing),
        validate: valueClasses.validator(route.arguments, route.parameters, () =>
          enhancers.wordingOf(found, methodName),
        ),
        isGuarded: route.cache !== undefined && enhancers.isGuarded(handlerOf(found, methodName)),
      },
      reads: readsOf(found.type, methodName),
      respondsItself: respondsItself(found.type, methodName),
      unreadBody,
      readsForms: !enhancers.readsUploads(found, methodName) && readsForms(found.type, route),
      readsUntyped: isWordPress && readsUntyped(found.type, route),
    };
  };
  return [...routes].map(([route, found]) =>
    createEntry(route, found.type, (definition) => containerDataOf(definition, found)),
  );
}

export function createHandlerEntry(
  handler: PlainHandler,
  route: Route,
  enhancers: Enhancers,
  { instances, config }: { readonly instances: Instances; readonly config: ApplicationConfig },
): RouteEntry {
  const { found } = handler;
  return createEntry(route, found.type, (definition) => ({
    ports: {
      ...containerPorts(found, definition, instances.getter(found), instances),
      interceptedBy: enhancers.interceptedBy(handler),
      isGuarded: definition.cache !== undefined && enhancers.isGuarded(handler),
      chosenBy: { headers: versionHeaders(config) },
    },
    reads: NOTHING_READ,
    respondsItself: false,
    unreadBody: 'ignore',
    readsForms: false,
  }));
}

/** The headers by which Nest chooses the version of a plain handler; `undefined` if a function of the application does. */
function versionHeaders(config: ApplicationConfig): readonly string[] | undefined {
  const versioning = config.getVersioning();
  switch (versioning?.type) {
    case VersioningType.HEADER:
      return [versioning.header];
    case VersioningType.MEDIA_TYPE:
      return ['Accept'];
    case VersioningType.CUSTOM:
      return undefined;
    case VersioningType.URI:
    case undefined:
      return [];
  }
}

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
  route: RouteDefinition,
  instance: EndpointPorts['instance'],
  instances: Instances,
): Pick<EndpointPorts, 'instance' | 'service'> {
  const services = new Map<unknown, ReturnType<Instances['getter']>>();
  for (const type of serviceTypes(route)) {
    const provider = findProvider(module, type);
    if (provider !== undefined) services.set(type, instances.getter(provider));
  }
  return { instance, service: (type, context) => services.get(type)?.(context) };
}

function serviceTypes({ parameters, permission }: RouteDefinition): readonly unknown[] {
  const callbacks = callbacksOf<CallbackDefinition>(permission);
  const all = [...parameters, ...callbacks.flatMap((callback) => callback.parameters)];
  return all.flatMap((parameter) => (parameter.kind === 'service' ? [parameter.handle.ref] : []));
}

/** The names that parameters with `@Query()` and `@Body()` read; a custom decorator does not show its own. */
function readsOf(type: Class, methodName: string): SourcesRead {
  const args = routeArgumentsOf(type, methodName).toSorted((a, b) => a.index - b.index);
  const readBy = (...kinds: readonly RouteParamtypes[]): NamesRead => {
    const readers = args.filter(({ kind }) => kinds.some((one) => one === kind));
    const names = readers.flatMap(({ name }) => (name === undefined ? [] : [name]));
    return names.length === readers.length ? names : 'all';
  };
  return {
    query: readBy(RouteParamtypes.QUERY),
    body: readBy(RouteParamtypes.BODY, RouteParamtypes.RAW_BODY),
  };
}

/** Parameters that are filled from the body before the method is called. */
const READS_BODY: ReadonlySet<number> = new Set([
  RouteParamtypes.BODY,
  RouteParamtypes.RAW_BODY,
  RouteParamtypes.FILE,
  RouteParamtypes.FILES,
]);

/** Parameters whose methods or interceptors read a form themselves. */
const READS_FORMS: ReadonlySet<number | undefined> = new Set([
  RouteParamtypes.REQUEST,
  RouteParamtypes.RAW_BODY,
  RouteParamtypes.FILE,
  RouteParamtypes.FILES,
]);

/**
 * Whether WordPress's reading of a body without a media type, as a form, has a use for a method: it has arguments, or a
 * parameter that Nest fills from the body. A method that has the adapter's request reads such a body itself, and for an
 * argument that accepts any file it may be the file.
 */
function readsUntyped(
  type: Class,
  { arguments: definitions, methodName }: RouteDefinition,
): boolean {
  const kinds = routeArgumentsOf(type, methodName).map(({ kind }) => kind);
  if (kinds.includes(RouteParamtypes.REQUEST) || respondsItself(type, methodName)) return false;
  if (definitions.some(({ file }) => file?.mediaTypes?.includes(BINARY))) return false;
  return definitions.some(({ isFromPath }) => !isFromPath) || kinds.some(mayReadBody);
}

/** Decides, by the parameters of the method, how a route treats a body that the library does not read. */
function unreadBodyOf(
  type: Class,
  { arguments: definitions, parameters, methodName }: RouteDefinition,
): ContainerData['unreadBody'] {
  const kinds = routeArgumentsOf(type, methodName).map(({ kind }) => kind);
  const isFromPath = definitions.every((one) => one.isFromPath);
  if (isFromPath && !kinds.includes(RouteParamtypes.BODY)) return 'ignore';
  if (parameters.some(({ kind }) => kind === 'request')) return 'ignore';
  // Such a method may read the request itself.
  const takesRequest = kinds.includes(RouteParamtypes.REQUEST);
  if (takesRequest || respondsItself(type, methodName)) return 'ignore';
  return kinds.some(mayReadBody) ? 'reject-late' : 'reject';
}

/**
 * Whether the library reads forms with files for a method: if they can have arguments of it, and no other reader fills
 * one of its parameters.
 */
function readsForms(type: Class, { arguments: definitions, methodName }: RouteDefinition): boolean {
  if (definitions.some(({ file }) => file !== undefined)) return true;
  if (definitions.every(({ isFromPath }) => isFromPath)) return false;
  const kinds = routeArgumentsOf(type, methodName).map(({ kind }) => kind);
  return !respondsItself(type, methodName) && !kinds.some((kind) => READS_FORMS.has(kind));
}

/** A custom decorator of the application may read anything. */
function mayReadBody(kind: number | undefined): boolean {
  return kind === undefined || READS_BODY.has(kind);
}
