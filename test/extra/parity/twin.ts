import { Controller, Delete, Get, Param, Patch, Post, Put, type Type } from '@nestjs/common';
import { HttpMethod, PublicAccess, RestRoute } from 'nestjs-rest-routes';

const PLAIN = { Get, Post, Put, Patch, Delete };

export type MethodName = keyof typeof PLAIN;

/** How the plain twin of a class serves its methods, by their prototypes and names. */
const served = new WeakMap<object, Map<string, MethodDecorator>>();

/**
 * Serves a method at a path, as a route and on the plain twin of its class.
 *
 * @param placeholders The places of their parameters, which are arguments of the route, and have `@Param` on the twin.
 */
export function Serve(
  method: MethodName,
  path: '' | `/${string}`,
  placeholders: Readonly<Record<string, number>> = {},
): MethodDecorator {
  const options = method === 'Get' ? {} : { publicWrite: true };
  const route = RestRoute(path, HttpMethod[method], new PublicAccess(), options);
  const plain = PLAIN[method](path.slice(1).replace(/\{(\w+)\}/g, ':$1'));
  return (target, name, descriptor) => {
    const all = served.get(target) ?? new Map<string, MethodDecorator>();
    const decorate: MethodDecorator = (twin, key, own) => {
      for (const [placeholder, at] of Object.entries(placeholders))
        Param(placeholder)(twin, key, at);
      plain(twin, key, own);
    };
    served.set(target, all.set(String(name), decorate));
    route(target, name as string, descriptor as never);
  };
}

/** A plain controller with the methods of a class of routes, their names, and all that decorators of Nest wrote. */
export function twinOf(path: string, routes: Type): Type {
  const prototype = routes.prototype as Record<string, (...args: unknown[]) => unknown>;
  // It does not extend the class, whose metadata it would inherit.
  const Twin = class {
    constructor(...injected: unknown[]) {
      Object.assign(this, Reflect.construct(routes, injected));
    }
  };
  Object.defineProperty(Twin, 'name', { value: routes.name });
  copyMetadata([routes], [Twin]);
  for (const [name, decorate] of served.get(prototype) ?? []) {
    const original = prototype[name];
    if (original === undefined) throw new Error(`${name} is not a method.`);
    const value = function (this: unknown, ...args: unknown[]): unknown {
      return Reflect.apply(original, this, args);
    };
    Object.defineProperty(value, 'name', { value: name });
    const descriptor = { value, configurable: true, writable: true };
    Object.defineProperty(Twin.prototype, name, descriptor);
    copyMetadata([original], [value]);
    copyMetadata([routes, name], [Twin, name]);
    copyMetadata([prototype, name], [Twin.prototype as object, name]);
    decorate(Twin.prototype as object, name, descriptor);
  }
  Controller(path)(Twin);
  return Twin;
}

type Subject = readonly [target: object, name?: string];

/** The keys of the library are symbols: the twin has none. */
function copyMetadata([from, name]: Subject, [to]: Subject): void {
  for (const key of Reflect.getOwnMetadataKeys(from, name as string) as unknown[]) {
    // `@RestController` binds a pipe of its own to the class.
    if (typeof key === 'symbol' || (key === '__pipes__' && name === undefined)) continue;
    const value: unknown = Reflect.getOwnMetadata(key, from, name as string);
    Reflect.defineMetadata(key, value, to, name as string);
  }
}
