import { Controller, Delete, Get, Post, type Type } from '@nestjs/common';
import { HttpMethod, PublicAccess, RestRoute } from 'nestjs-rest-routes';

/** The decorators of the plain handlers, by the prototypes and names of their methods. */
const plainDecorators = new WeakMap<object, Map<string, MethodDecorator>>();

/** Serves a method at a path, as a route and on the plain twin of its class. */
export function At(method: 'Get' | 'Post' | 'Delete', path: string): MethodDecorator {
  const plain = { Get, Post, Delete }[method];
  const route = RestRoute(`/${path}`, HttpMethod[method], new PublicAccess());
  return (target, name, descriptor) => {
    const all = plainDecorators.get(target) ?? new Map<string, MethodDecorator>();
    plainDecorators.set(target, all.set(String(name), plain(path.replace(/\{(\w+)\}/g, ':$1'))));
    route(target, name as string, descriptor as never);
  };
}

/** A plain controller with the methods of a class that have `At`, and with what Nest's decorators wrote on them. */
export function plainTwin(path: string, twin: Type): Type {
  class Plain {}
  const prototype = twin.prototype as Record<string, (...args: unknown[]) => unknown>;
  copyMetadata([twin], [Plain]);
  for (const [name, decorate] of plainDecorators.get(prototype) ?? []) {
    const original = prototype[name];
    if (original === undefined) throw new Error(`${name} is not a method.`);
    const value = function (this: unknown, ...args: unknown[]): unknown {
      return Reflect.apply(original, this, args);
    };
    const descriptor = { value, configurable: true, writable: true };
    Object.defineProperty(Plain.prototype, name, descriptor);
    copyMetadata([original], [value]);
    copyMetadata([twin, name], [Plain, name]);
    copyMetadata([prototype, name], [Plain.prototype, name]);
    decorate(Plain.prototype, name, descriptor);
  }
  Controller(path)(Plain);
  return Plain;
}

type Subject = readonly [target: object, name?: string];

/** The library's own keys are symbols: the twin has none. */
function copyMetadata([from, name]: Subject, [to]: Subject): void {
  for (const key of Reflect.getOwnMetadataKeys(from, name as string) as unknown[]) {
    if (typeof key === 'symbol') continue;
    const value: unknown = Reflect.getOwnMetadata(key, from, name as string);
    Reflect.defineMetadata(key, value, to, name as string);
  }
}
