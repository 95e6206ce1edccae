import type { Provider, Type } from '@nestjs/common';
import type { AbstractHttpAdapter, ModuleRef } from '@nestjs/core';
import type { Server } from 'node:http';
import type { RestException } from '../../diagnostics/rest.exception.js';
import type { ContainerData, RouteEntry } from '../../lifecycle/endpoint.js';
import type { Extension, OnMade } from '../../lifecycle/extension.js';
import type { ErrorFormat, Words } from '../../lifecycle/messages/error-format.js';
import type { MakeError } from '../../lifecycle/messages/reply.js';
import type { OnAllowFailure } from '../../lifecycle/permissions/allow.js';
import {
  createPermissions,
  type Permissions,
} from '../../lifecycle/permissions/permission-checks.js';
import { capabilityCheckOf } from '../options/capability-check.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import type { SubRequests } from '../../lifecycle/sub-requests/marks.js';
import type { SubRequester } from '../../lifecycle/sub-requests/sub-requester.js';
import type { RequestSpelling } from '../../platform/served.js';
import type { Route } from '../../routes/route.js';
import type { RouteOption } from '../../routes/rule.js';
import type { RouteTable } from '../../routing/route-table.js';
import type { Awaitable } from '../../shared/promises.js';
import type { Class } from '../../shared/records.js';
import type { InjectedName } from '../../types/type.js';
import type { ClassArguments, ExplorationDoors } from '../doors.js';
import type { OwnEnhancers } from '../enhancers/own-enhancers.js';
import type { UniformEnhancers } from '../enhancers/uniform-enhancers.js';
import type { PlainHandler } from '../exploration/plain-handler.js';
import type { KnownOptions } from '../options/known-options.js';
import type { RestModuleOptions } from '../options/rest-options.js';
import type { CreatedParts, StartupCheck } from './startup-check.js';

/**
 * A part of the library that the core does not know: a folder of `features`, and one line in `features.ts`. Each door is
 * a function that is called at startup, so that a request pays only for what its route uses.
 *
 * @example
 * export const envelope: Feature = {
 *   name: 'envelope',
 *   extension: ({ parameters }) =>
 *     parameters.has('_envelope') ? { onReply: { when: 'parameters', step: envelopeStep } } : undefined,
 * };
 */
export interface Feature {
  /** That of its folder. */
  readonly name: string;
  /** The options of `forRoot` that it reads. An option that nothing reads stops the start. */
  readonly options?: KnownOptions;
  /** The options of `@RestRoute` that it reads; the build knows them by `route-options.ts`. */
  readonly routeOptions?: readonly RouteOption[];
  /**
   * The types of parameters that it injects: a step at `around` sets `RequestContext.injected`, which gives their values
   * to the method.
   */
  readonly injects?: readonly InjectedName[];
  /** Reads arguments that are instances of classes. At most one feature does. */
  readonly classes?: ClassArguments;
  /** Its steps of requests and replies; `undefined` if the application does not use it. */
  readonly extension?: (app: AppParts) => Awaitable<Extension | undefined>;
  /** The routes that the library has by it. A route of the application at the same path comes first. */
  readonly ownRoutes?: (app: RouteParts) => readonly OwnRoute[];
  /** Gives requests the spelling of their routes; `undefined` if no request has another one. At most one feature does. */
  readonly spelling?: (app: {
    readonly options: RestModuleOptions;
    readonly subRequests: SubRequests;
  }) => RequestSpelling | undefined;
  /** A word of `forRoot({ errors })`. */
  readonly errorFormat?: ErrorFormat;
  /** The texts of errors that the application words itself; `undefined` if it words none. At most one feature has them. */
  readonly words?: (options: Pick<RestModuleOptions, 'messages'>) => Words | undefined;
  /** Serves the handlers of plain controllers that have decorators of the library. Called before `extension`. */
  readonly handlers?: (app: HandlerParts) => void;
  /**
   * Its checks at startup. Called once for each adapter of the application, before Nest adds anything to it: a check may
   * observe what Nest adds.
   */
  readonly checks?: (app: CreatedParts) => readonly StartupCheck[];
  /** The provider of the enhancers that applications may list, extend and replace. At most one feature has it. */
  readonly ownEnhancers?: Type<OwnEnhancers>;
  /** Its providers in `RestModule`. */
  readonly providers?: readonly Provider[];
  /** Those of its providers that applications and tools inject. */
  readonly exports?: readonly (Type | symbol)[];
}

/** The token of the list of features. */
export const FEATURES = Symbol.for('nestjs-rest-routes.features');

/** The data of an application that decide about the routes of features. */
export interface RouteParts {
  readonly options: RestModuleOptions;
  /** The path of the API: `/api`, or empty. */
  readonly prefix: string;
  /** The routes of the application, and those of features before this one that the index names. */
  readonly routes: readonly Route[];
}

/** A route of the library. */
export interface OwnRoute {
  /** Its handler is a method of the class; `serve` runs in its place. */
  readonly route: Route;
  /** A provider, so that guards and interceptors of the application apply to the route. */
  readonly controller: Class;
  /** Whether the index and `RestRoutes` name it. */
  readonly isListed: boolean;
  /** The reading of requests; by default, nothing is read. */
  readonly reads?: Partial<Pick<ContainerData, 'unreadBody' | 'readsForms' | 'makesRequests'>>;
  /** Makes the result of a request, as a method would. */
  readonly serve: (context: RequestContext, requester: SubRequester) => unknown;
}

/** The parts of an application for handlers of plain controllers, which can be reached over HTTP only. */
export interface HandlerParts {
  /** With their routes; a handler whose decorators are not valid has none. */
  readonly handlers: ReadonlyMap<PlainHandler, Route | undefined>;
  readonly adapter: AbstractHttpAdapter;
  readonly uniform: UniformEnhancers;
  readonly entryOf: (handler: PlainHandler, route: Route) => RouteEntry;
  readonly nest: ModuleRef;
}

/** The parts of an application for the extensions of features. */
export interface AppParts extends RouteParts {
  /** The entries of the routes of the application. */
  readonly entries: readonly RouteEntry[];
  /** With those of the library. */
  readonly table: RouteTable<RouteEntry>;
  readonly namespace: string;
  /** The parameters that all routes have. */
  readonly parameters: ReadonlySet<string>;
  /** The origin of the API; by default that of each request. */
  readonly origin: string | undefined;
  /** Whether requests come through an adapter; not in an application context without HTTP. */
  readonly hasAdapter: boolean;
  readonly permissions: Permissions;
  /** Finds the user of a request. */
  readonly user: (context: RequestContext) => unknown;
  readonly onAllowFailure: OnAllowFailure;
  readonly makeError: MakeError;
  /** Logs an error that was not meant for the client, and returns the error that the client gets. */
  readonly internalError: (error: unknown, context: RequestContext) => RestException;
  /** Makes sub-requests, once the first request runs. */
  readonly requester: SubRequester;
  /** Completes a body as the extensions of all features do, once the first request runs. */
  readonly onMade: OnMade;
  readonly host: HostListeners;
  readonly nest: ModuleRef;
}

/** The listeners of features to events beside requests. */
export interface HostListeners {
  /** Called for each server that the adapter opens, before it listens. */
  readonly onServer: (listener: (server: Server) => void) => void;
  /**
   * Called first when the application shuts down, with the time until open responses are cut, in milliseconds: responses
   * that never end must end now.
   */
  readonly onClosing: (listener: (limitMs: number) => void) => void;
  /** Called last, when connections are closed. */
  readonly onClosed: (listener: (remainingMs: number) => Awaitable<void>) => void;
}

/** The parts of features that the exploration of an application needs. */
export function explorationDoors(features: readonly Feature[]): ExplorationDoors {
  return {
    routeOptions: features.flatMap(({ routeOptions }) => routeOptions ?? []),
    injects: new Set(features.flatMap(({ injects }) => injects ?? [])),
    classes: features.find(({ classes }) => classes !== undefined)?.classes,
  };
}

/** The enhancers of the library, by the feature that has them. */
export function ownEnhancersOf({
  nest,
  features,
  registry,
}: {
  readonly nest: ModuleRef;
  readonly features: readonly Feature[];
  readonly registry: { readonly options: RestModuleOptions };
}): OwnEnhancers {
  const type = features.find(({ ownEnhancers }) => ownEnhancers !== undefined)?.ownEnhancers;
  if (type !== undefined) return nest.get(type);
  return {
    permissions: createPermissions(capabilityCheckOf(registry.options)),
    isAnyReplaced: false,
    replacedFilter: undefined,
    guard: undefined,
    filter: undefined,
    note: () => undefined,
  };
}
