import type { AttachedSignature, MethodSignature } from '../../types/method-signature.js';
import type { PropertySignature } from '../../types/type.js';
import { designTypes } from '../../decorators/metadata-accessor.js';
import { decoratedMethodOf } from '../../decorators/reading/class-chain.js';
import { writtenParameters } from '../../decorators/reading/declare-parameters.js';
import {
  diagnosticAt,
  type Diagnostic,
  type DiagnosticDetails,
} from '../../diagnostics/diagnostic.js';
import type { Class } from '../../shared/records.js';

/** Compares the methods of a class with its signature, as far as types exist at run time. */
export function changedMethods(
  type: Class,
  { signature, references }: AttachedSignature,
): readonly Diagnostic[] {
  const { className, methods = {}, staticMethods = {} } = signature;
  const ofInstances = Object.entries(methods).map(([methodName, described]) => {
    const types = designTypes(type.prototype as object, methodName);
    return [methodName, compare(decoratedMethodOf(type, methodName), described, types)] as const;
  });
  const ofClasses = Object.entries(staticMethods).map(([methodName, described]) => {
    const method = staticMethod(type, methodName, references);
    return [methodName, compare(method, described, [])] as const;
  });
  return [...ofInstances, ...ofClasses].flatMap(([methodName, change]) =>
    change === undefined ? [] : diagnosticAt({ className, methodName }, change),
  );
}

/** A method, or a class, that is not the one that its signature describes. */
export function outdated(expected: string, received: string): DiagnosticDetails {
  return { code: 'RR1045', expected, received };
}

/** The method of a callback: of the class itself, or of another under `Class.method`. */
function staticMethod(
  type: Class,
  name: string,
  references: AttachedSignature['references'],
): unknown {
  const dot = name.indexOf('.');
  const owner: unknown = dot === -1 ? type : references[name.slice(0, dot)]?.();
  return typeof owner === 'function' ? Reflect.get(owner, name.slice(dot + 1)) : undefined;
}

function compare(
  method: unknown,
  { parameters }: MethodSignature,
  types: readonly unknown[],
): DiagnosticDetails | undefined {
  if (typeof method !== 'function') return outdated('a method of that name', 'none');
  const expected = count(parameters.length);
  // Decorator metadata has every parameter; `length` has those before the first default.
  if (types.length > 0 && types.length !== parameters.length) {
    return outdated(expected, count(types.length));
  }
  if (method.length > parameters.length || method.length < leadingRequired(parameters)) {
    return outdated(expected, count(method.length));
  }
  return changedType(parameters, types) ?? changedName(parameters, writtenParameters(method));
}

function leadingRequired(parameters: readonly PropertySignature[]): number {
  const index = parameters.findIndex(({ optional }) => optional === true);
  return index === -1 ? parameters.length : index;
}

function changedType(
  parameters: readonly PropertySignature[],
  types: readonly unknown[],
): DiagnosticDetails | undefined {
  for (const [index, { name, type }] of parameters.entries()) {
    const expected = CONSTRUCTORS.get(type.kind);
    const received = types[index];
    if (expected === undefined || received === expected || !KNOWN.has(received)) continue;
    return outdated(`the parameter ${name} of the type ${expected.name}`, (received as Class).name);
  }
  return undefined;
}

/**
 * A name of the text of a method that is not that of its signature, or is that of another parameter: their
 * values would be swapped. Minifiers rename parameters to names of few letters, which show nothing.
 */
function changedName(
  parameters: readonly PropertySignature[],
  written: readonly (string | undefined)[],
): DiagnosticDetails | undefined {
  const names = new Set(parameters.map(({ name }) => name));
  for (const [index, { name, type }] of parameters.entries()) {
    const received = written[index];
    if (received === undefined || type.kind === 'opaque') continue;
    // A bundler numbers a name that another one of the bundle has.
    if (received === name || isNumbered(received, name)) continue;
    if (received.length <= LONGEST_MINIFIED && !names.has(received)) continue;
    return outdated(`the parameter ${name} at place ${index + 1}`, received);
  }
  return undefined;
}

const LONGEST_MINIFIED = 3;

function isNumbered(received: string, name: string): boolean {
  return received.startsWith(name) && /^[$_]?\d+$/.test(received.slice(name.length));
}

/** What decorator metadata names for a type. */
const CONSTRUCTORS: ReadonlyMap<string, { readonly name: string }> = new Map<
  string,
  { readonly name: string }
>([
  ['integer', Number],
  ['number', Number],
  ['string', String],
  ['boolean', Boolean],
  ['array', Array],
  ['date', Date],
]);

const KNOWN: ReadonlySet<unknown> = new Set(CONSTRUCTORS.values());

function count(parameters: number): string {
  return parameters === 1 ? 'one parameter' : `${parameters} parameters`;
}
