import type { MiddlewareConsumer } from '@nestjs/common';
import type { AbstractHttpAdapter, HttpAdapterHost, ModulesContainer } from '@nestjs/core';
import { controllerMetadata } from '../../decorators/metadata-accessor.js';
import { SubRequests } from '../../lifecycle/batch/sub-requests.js';
import { passPlainRoutes } from '../../platform/plain-routes.js';
import { isObject, type Class } from '../../shared/records.js';
import type { RouteRegistry } from '../exploration/explore-application.js';
import { onEachAdapter, PATH_METADATA } from '../internals.js';
import { makeErrorOf } from '../options/settings.js';

type MiddlewareConfig = ReturnType<MiddlewareConsumer['apply']>;

/** The targets of middleware: a path, a path with a method, or a controller. */
export type BoundTo = Parameters<MiddlewareConfig['forRoutes']>[number];

/** A binding of a module: `consumer.apply(…).exclude(…).forRoutes(…)`. */
export interface MiddlewareBinding {
  /** The class of the module. */
  readonly module: string;
  readonly middleware: readonly unknown[];
  readonly routes: readonly BoundTo[];
  readonly excluded: readonly BoundTo[];
}

/** The property of an adapter with its observation. */
const OBSERVED = Symbol('observed adapter');

/** One adapter, as its application prepares it before the routes are mounted. */
export class ObservedAdapter {
  /** The requests that requests to this adapter make. */
  readonly subRequests = new SubRequests();
  /** The paths of plain controllers, and the methods of each. */
  readonly plainPaths = new Map<string, readonly string[]>();
  readonly bindings: MiddlewareBinding[] = [];
  /** The limit of Nest's parser of JSON, in bytes. */
  jsonLimit: number | undefined;

  constructor(adapter: AbstractHttpAdapter, { modules, options }: RouteRegistry) {
    observeBodyLimit(adapter, (limit) => (this.jsonLimit = limit));
    observeBindings(adapter, modules, (one) => this.bindings.push(one));
    passPlainRoutes(adapter, {
      subRequests: this.subRequests,
      // Options are checked when modules are initialized: an error here would end the process.
      makeError: (error) => makeErrorOf(options)(error),
      note: (path, methods) => {
        this.plainPaths.set(path, [...(this.plainPaths.get(path) ?? []), ...methods]);
      },
    });
  }
}

/**
 * Observes each adapter from the time at which its application is created: Nest adds the handlers of controllers before
 * it initializes modules. A module of tests may make several applications, one after the other.
 */
export function observeAdapters(host: HttpAdapterHost, registry: RouteRegistry): void {
  onEachAdapter(host, (adapter) => void observationOf(adapter, registry));
}

/** The observation of an adapter, which begins now unless it has begun. */
export function observationOf(
  adapter: AbstractHttpAdapter,
  registry: RouteRegistry,
): ObservedAdapter {
  const known: unknown = Reflect.get(adapter, OBSERVED);
  if (known instanceof ObservedAdapter) return known;
  const observation = new ObservedAdapter(adapter, registry);
  Reflect.defineProperty(adapter, OBSERVED, { value: observation });
  return observation;
}

/**
 * Notes the middleware that modules bind. Nest does not publish a list of it, but the consumer that `configure()` of a
 * module receives is public. The adapter is initialized after all modules are created, and before Nest configures them.
 */
function observeBindings(
  adapter: AbstractHttpAdapter,
  modules: ModulesContainer,
  note: (binding: MiddlewareBinding) => void,
): void {
  const initialize: unknown = Reflect.get(adapter, 'init');
  if (typeof initialize !== 'function') return;
  const observed = new WeakSet<object>();
  Reflect.set(adapter, 'init', (...args: unknown[]): unknown => {
    for (const { instance, name } of modules.values()) {
      const configure: unknown = Reflect.get(instance, 'configure');
      if (typeof configure !== 'function' || observed.has(instance)) continue;
      observed.add(instance);
      const value = (consumer: MiddlewareConsumer): unknown =>
        Reflect.apply(configure, instance, [observeConsumer(consumer, name, note)]);
      Reflect.defineProperty(instance, 'configure', { value, configurable: true, writable: true });
    }
    return Reflect.apply(initialize, adapter, args);
  });
}

function observeConsumer(
  consumer: MiddlewareConsumer,
  module: string,
  note: (binding: MiddlewareBinding) => void,
): MiddlewareConsumer {
  const observed = Object.create(consumer) as MiddlewareConsumer;
  observed.apply = (...middleware) => {
    const config = consumer.apply(...middleware);
    const excluded: BoundTo[] = [];
    const own = Object.create(config) as MiddlewareConfig;
    own.exclude = (...routes) => {
      excluded.push(...routes);
      config.exclude(...routes);
      return own;
    };
    own.forRoutes = (...routes) => {
      note({ module, middleware: middleware.flat(), routes: routes.flat(), excluded });
      // Nest binds nothing to such a class, or reports that it is not a controller; startup reports what to write.
      config.forRoutes(...routes.flat().filter((route) => !isRestController(route)));
      return observed;
    };
    return own;
  };
  return observed;
}

/** Whether a class has routes of the library and is not a controller of Nest. */
export function isRestController(route: BoundTo): route is Extract<BoundTo, Class> {
  if (typeof route !== 'function' || controllerMetadata(route) === undefined) return false;
  const paths: unknown = Reflect.getMetadata(PATH_METADATA, route);
  return paths === undefined || (Array.isArray(paths) && paths.length === 0);
}

/** Notes the limit of Nest's parser of JSON: `useBodyParser('json', { limit: '5mb' })`; on Fastify, `{ bodyLimit }`. */
function observeBodyLimit(adapter: AbstractHttpAdapter, note: (limit: number) => void): void {
  const use: unknown = Reflect.get(adapter, 'useBodyParser');
  if (typeof use !== 'function') return;
  Reflect.set(adapter, 'useBodyParser', (...args: unknown[]): unknown => {
    const [type, , options] = args;
    const isJson = [type].flat().some((one) => one === 'json' || one === 'application/json');
    if (isJson && isObject(options)) {
      const limit = readLimit(Reflect.get(options, 'limit') ?? Reflect.get(options, 'bodyLimit'));
      if (limit !== undefined) note(limit);
    }
    return Reflect.apply(use, adapter, args);
  });
}

const UNITS = ['b', 'kb', 'mb', 'gb', 'tb'];

/** The bytes of a limit as Express's parsers read it: `100`, `'100kb'`, `'5mb'`; a kilobyte has 1,024 bytes. */
function readLimit(limit: unknown): number | undefined {
  if (typeof limit === 'number') return limit;
  const [, number, unit = 'b'] =
    /^(\d{1,15}(?:\.\d{1,9})?) ?([kmgt]?b)?$/i.exec(String(limit)) ?? [];
  if (number === undefined) return undefined;
  return Math.floor(Number(number) * 1024 ** UNITS.indexOf(unit.toLowerCase()));
}
