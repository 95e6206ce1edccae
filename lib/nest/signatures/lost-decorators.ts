import {
  attachedSignature,
  classPermission,
  methodCache,
  methodDescriptions,
  methodPermission,
  methodRoutes,
} from '../../decorators/metadata-accessor.js';
import {
  chainOf,
  decoratedMethodOf,
  prototypesOf,
  prototypeWith,
} from '../../decorators/reading/class-chain.js';
import { diagnosticAt, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { DiagnosticLocation } from '../../diagnostics/location.js';
import type {
  DecoratorNames,
  DecoratorsSignature,
  MethodDecorators,
} from '../../types/method-signature.js';
import type { Class } from '../../shared/records.js';
import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  INTERCEPTORS_METADATA,
  PIPES_METADATA,
} from '../internals.js';

/** A class, the nearest class of its chain that has a signature, and the decorators in that signature. */
interface SignedDecorators {
  readonly type: Class;
  readonly owner: Class;
  readonly decorators: DecoratorsSignature;
}

/** A decorator that the source or the application has: its name, and how often it occurs. */
type Counts = ReadonlyMap<string, number>;

/**
 * Compares the decorators of a class with those in its source. A lost limit or permission would allow every request, so
 * the application does not start.
 */
export function lostDecorators(type: Class): readonly Diagnostic[] {
  const signed = signedDecorators(type);
  if (signed === undefined) return [];
  const { methods = {} } = signed.decorators;
  return [
    ...classDifferences(signed),
    ...Object.entries(methods).flatMap(([name, stated]) => methodDifferences(signed, name, stated)),
  ];
}

/**
 * Finds a controller without routes and signature because a class decorator has replaced the class: the routes and the
 * signature belong to the class as written, and every request would be a 404. A compiled controller has a signature
 * even if it has no routes.
 */
export function lostRoutes(type: Class): readonly Diagnostic[] {
  const details = {
    code: 'RR1057',
    expected: 'a method with @RestRoute, or the signature of the class that is written',
    received: 'neither',
  } as const;
  return [diagnosticAt({ className: type.name }, details)];
}

function signedDecorators(type: Class): SignedDecorators | undefined {
  for (const owner of chainOf(type)) {
    const signature = attachedSignature(owner)?.signature;
    if (signature === undefined) continue;
    return signature.decorators && { type, owner, decorators: signature.decorators };
  }
  return undefined;
}

function classDifferences({ type, decorators }: SignedDecorators): readonly Diagnostic[] {
  const expected = countsOf(decorators.class ?? []);
  const found = countsOf(classPermission(type) === undefined ? [] : ['RequirePermission']);
  return lost({ className: type.name }, expected, found);
}

function methodDifferences(
  { type, owner, decorators }: SignedDecorators,
  methodName: string,
  { own = [], parameters = {} }: MethodDecorators,
): readonly Diagnostic[] {
  const prototype = prototypeWith(type, methodName);
  const location = { className: type.name, methodName };
  // An override in a class without a signature has its own decorators.
  if (prototype !== undefined && !prototypesOf(owner).includes(prototype)) return [];
  const found =
    prototype === undefined ? new Map<string, number>() : ofMethod(prototype, methodName);
  const mayBeComposed = own.includes('other') || decorators.class?.includes('other') === true;
  return [
    ...lost(location, countsOf(own), found),
    ...(mayBeComposed ? [] : unexpected(location, countsOf(own), found)),
    ...(prototype === undefined
      ? []
      : parameterDifferences(location, prototype, parameters, mayBeComposed)),
    ...(own.includes('RestRoute') ? lostByNest(location, type, own) : []),
  ];
}

function parameterDifferences(
  location: DiagnosticLocation & { readonly methodName: string },
  prototype: object,
  parameters: NonNullable<MethodDecorators['parameters']>,
  mayBeComposed: boolean,
): readonly Diagnostic[] {
  const descriptions = methodDescriptions(prototype, location.methodName);
  const positions = new Set([...Object.keys(parameters).map(Number), ...descriptions.keys()]);
  return [...positions].flatMap((index) => {
    const names = parameters[index] ?? [];
    const expected = countsOf([...new Set(names)]);
    const { options, list, takesArguments } = descriptions.get(index) ?? {};
    const found = countsOf([
      // `@Arguments` may also state options.
      ...(options === undefined || (takesArguments && !names.includes('Param')) ? [] : ['Param']),
      ...(list === undefined ? [] : ['ListOf']),
      ...(takesArguments === undefined ? [] : ['Arguments']),
    ]);
    const at = { ...location, part: { kind: 'parameter', owner: 'route', index } as const };
    const isOpen = mayBeComposed || names.includes('other');
    return [...lost(at, expected, found), ...(isOpen ? [] : unexpected(at, expected, found))];
  });
}

function ofMethod(prototype: object, name: string): Counts {
  return new Map([
    ['RestRoute', methodRoutes(prototype, name).length],
    ['Cache', methodCache(prototype, name) === undefined ? 0 : 1],
    ['RequirePermission', methodPermission(prototype, name) === undefined ? 0 : 1],
  ]);
}

/** Nest keeps these on the method itself. */
const KEPT_BY_NEST: ReadonlyMap<string, string> = new Map([
  ['UseGuards', GUARDS_METADATA],
  ['UseInterceptors', INTERCEPTORS_METADATA],
  ['UseFilters', EXCEPTION_FILTERS_METADATA],
  ['UsePipes', PIPES_METADATA],
]);

function lostByNest(
  location: DiagnosticLocation & { readonly methodName: string },
  type: Class,
  own: DecoratorNames,
): readonly Diagnostic[] {
  const method = decoratedMethodOf(type, location.methodName);
  return [...new Set(own)].flatMap((name) => {
    const key = KEPT_BY_NEST.get(name);
    const isKept =
      key === undefined || (typeof method === 'function' && Reflect.hasMetadata(key, method));
    if (isKept) return [];
    const part = { kind: 'decorator', name: `@${name}` } as const;
    const details = {
      code: 'RR1056',
      expected: `@${name} of the source`,
      received: 'none',
    } as const;
    return [diagnosticAt({ ...location, part }, details)];
  });
}

function lost(
  location: DiagnosticLocation,
  expected: Counts,
  found: Counts,
): readonly Diagnostic[] {
  return [...expected].flatMap(([name, count]) => {
    const isTracked = name !== 'other' && !KEPT_BY_NEST.has(name);
    const received = found.get(name) ?? 0;
    // The last of several permissions or caches takes effect: they count once.
    const needed = name === 'RestRoute' ? count : 1;
    if (!isTracked || received >= needed) return [];
    return [diagnosticAt(location, { code: 'RR1046', ...texts(name, needed, received) })];
  });
}

function unexpected(
  location: DiagnosticLocation,
  expected: Counts,
  found: Counts,
): readonly Diagnostic[] {
  return [...found].flatMap(([name, count]) => {
    const needed = expected.get(name) ?? 0;
    if (count <= needed) return [];
    return [diagnosticAt(location, { code: 'RR1047', ...texts(name, needed, count) })];
  });
}

function texts(name: string, expected: number, received: number) {
  return { expected: counted(name, expected), received: counted(name, received) };
}

function counted(name: string, count: number): string {
  if (count === 0) return `no @${name}`;
  return count === 1 ? `@${name}` : `${count} of @${name}`;
}

function countsOf(names: DecoratorNames): Counts {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
