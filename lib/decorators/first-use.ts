import { Injectable, Scope } from '@nestjs/common';

/** The keys that TypeScript, Nest and this library write: none of them needs an instance before the first request. */
const HARMLESS_KEYS: ReadonlySet<unknown> = new Set([
  'design:type',
  'design:paramtypes',
  'design:returntype',
  'self:paramtypes',
  'optional:paramtypes',
  'self:properties_metadata',
  'optional:properties_metadata',
  'scope:options',
  'host',
  'path',
  'method',
  '__catch__',
  '__controller__',
  '__exceptionFilters__',
  '__filterCatchExceptions__',
  '__guards__',
  '__headers__',
  '__httpCode__',
  '__injectable__',
  '__interceptors__',
  '__pipes__',
  '__redirect__',
  '__renderTemplate__',
  '__responsePassthrough__',
  '__routeArguments__',
  '__sse__',
  '__sseOptions__',
  '__version__',
]);
const OWN_PREFIX = 'nestjs-rest-routes.';

/**
 * Makes a class a provider that Nest does not create at startup, unless another package has written metadata on it or
 * on a method: a listener, a job or a message handler needs its instance then. Nest reads the scope when it scans the
 * modules, after all decorators.
 */
export function createOnFirstUse(target: Parameters<ClassDecorator>[0]): void {
  const isAwaited = (): boolean => hasForeignMetadata(target);
  Injectable({
    get scope() {
      return isAwaited() ? Scope.DEFAULT : Scope.REQUEST;
    },
    // Only a durable provider may live longer than a request.
    get durable() {
      return !isAwaited();
    },
  })(target);
}

function hasForeignMetadata(target: Parameters<ClassDecorator>[0]): boolean {
  if (Reflect.getMetadataKeys(target).some(isForeignKey)) return true;
  const { prototype } = target as { readonly prototype: unknown };
  for (let owner = prototype; isOwner(owner); owner = Object.getPrototypeOf(owner)) {
    if (Reflect.ownKeys(owner).some((name) => isForeignMember(owner as object, name))) return true;
  }
  return false;
}

function isOwner(owner: unknown): owner is object {
  return typeof owner === 'object' && owner !== null && owner !== Object.prototype;
}

function isForeignMember(owner: object, name: string | symbol): boolean {
  if (name === 'constructor') return false;
  const value: unknown = Object.getOwnPropertyDescriptor(owner, name)?.value;
  const ofValue: unknown[] = typeof value === 'function' ? Reflect.getMetadataKeys(value) : [];
  return [...ofValue, ...Reflect.getMetadataKeys(owner, name)].some(isForeignKey);
}

/** Whether a key of metadata is of another package, or of the application. */
export function isForeignKey(key: unknown): boolean {
  if (typeof key === 'symbol') return key.description?.startsWith(OWN_PREFIX) !== true;
  return !HARMLESS_KEYS.has(key);
}
