import type {
  RouteDocumentation,
  DocumentedResponse,
} from '../../routes/declaration/route-declaration.js';
import type {
  AttachedSignature,
  ClassSignature,
  MethodSignature,
  ResponseSignature,
} from '../../types/method-signature.js';
import type { Class } from '../../shared/records.js';
import { attachedSignature } from '../metadata-accessor.js';
import { chainOf, prototypesOf, prototypeWith, classType } from './class-chain.js';
import {
  type ClassKey,
  type DeclaredType,
  mapProperties,
  mapType,
  type NamedType,
  type PropertySignature,
  type TypeSignature,
  type TypeTraits,
} from '../../types/type.js';
import type { ParameterDeclaration } from '../../routes/declaration/parameter-declaration.js';

/** The signature of a parameter, with the classes it names resolved. */
export type SignedParameter = NonNullable<ParameterDeclaration['signature']>;

/** A method of a signature, and the signature it belongs to. */
interface SignedMethod {
  readonly owner: Class;
  readonly method: MethodSignature;
  readonly attached: AttachedSignature;
}

/** The parameters of a method, from the nearest class of the chain whose signature has it. */
export function signedMethod(type: Class, name: string): readonly SignedParameter[] | undefined {
  return parametersOf(findOwnMethod(type, name));
}

/** What the signature states of a method for documents only. */
export function documentationOf(type: Class, name: string): RouteDocumentation | undefined {
  const found = findOwnMethod(type, name);
  return found === undefined ? undefined : resolveDocumentation(found.method, found.attached);
}

/**
 * The parameters of a static method that a callback of `type` names. The controller's own signature
 * has them, under `Class.method` where the method belongs to another class, so that a compiler need
 * not change the file of that class.
 */
export function signedCallback(
  type: Class,
  owner: Class,
  name: string,
): readonly SignedParameter[] | undefined {
  const isInherited = chainOf(type).includes(owner);
  const found = findMethod(type, ({ staticMethods }, { references }) => {
    const key = Object.keys(references).find((one) => references[one]?.() === owner);
    const qualified = key === undefined ? undefined : own(staticMethods, `${key}.${name}`);
    return qualified ?? (isInherited ? own(staticMethods, name) : undefined);
  });
  return parametersOf(found);
}

/** A signature describes the method that its class has: never an override of a class without one. */
function findOwnMethod(type: Class, name: string): SignedMethod | undefined {
  const prototype = prototypeWith(type, name);
  const found = findMethod(type, ({ methods }) => own(methods, name));
  if (prototype === undefined || found === undefined) return found;
  return prototypesOf(found.owner).includes(prototype) ? found : undefined;
}

function findMethod(
  type: Class,
  find: (signature: ClassSignature, attached: AttachedSignature) => MethodSignature | undefined,
): SignedMethod | undefined {
  for (const owner of chainOf(type)) {
    const attached = attachedSignature(owner);
    const method = attached === undefined ? undefined : find(attached.signature, attached);
    if (attached !== undefined && method !== undefined) return { owner, method, attached };
  }
  return undefined;
}

function parametersOf(found: SignedMethod | undefined): readonly SignedParameter[] | undefined {
  return found === undefined
    ? undefined
    : resolveParameters(found.method.parameters, found.attached);
}

function own(
  methods: Readonly<Record<string, MethodSignature>> | undefined,
  name: string,
): MethodSignature | undefined {
  return methods !== undefined && Object.hasOwn(methods, name) ? methods[name] : undefined;
}

const OPENING = '([{';

const CLOSING = ')]}';

const QUOTES = '"\'`';

/**
 * The parameters of a method as its text shows them: a name, or `undefined` for a pattern. A rest parameter, which
 * most decorators that wrap have, ends the list. Native and bound functions show none.
 */
export function writtenParameters(method: unknown): readonly (string | undefined)[] {
  if (typeof method !== 'function') return [];
  const text = Function.prototype.toString.call(method);
  const [, single] = /^(?:async\s+)?([\w$]+)\s*=>/.exec(text) ?? [];
  const parts = single === undefined ? splitParameters(text, text.indexOf('(')) : [single];
  const rest = parts.findIndex((part) => part.startsWith('...'));
  return (rest === -1 ? parts : parts.slice(0, rest)).map(
    (part) => /^([\w$]+)\s*(?:=|$)/.exec(part)?.[1],
  );
}

/** Splits the list that begins with the bracket at `start`, by the commas that are in no inner bracket. */
function splitParameters(text: string, start: number): readonly string[] {
  const parts: string[] = [];
  let part = '';
  let depth = 0;
  for (let at = start; at !== -1 && at < text.length; at++) {
    const character = text.charAt(at);
    const end = endOfComment(text, at);
    if (end !== undefined || QUOTES.includes(character)) {
      // What is in it means nothing here.
      part += end === undefined ? '0' : '';
      at = end ?? endOfText(text, at);
      continue;
    }
    if (OPENING.includes(character)) depth++;
    if (CLOSING.includes(character)) depth--;
    if (depth === 0 || (depth === 1 && character === ',')) {
      parts.push(part.trim());
      part = '';
      if (depth === 0) return parts.filter((one) => one !== '');
    } else if (at > start) part += character;
  }
  // An expression in a default hides a bracket: the text shows nothing for certain.
  return [];
}

/** The last place of the comment that begins at a place; `undefined` where none begins. */
function endOfComment(text: string, at: number): number | undefined {
  const [mark, length] = text.startsWith('/*', at) ? ['*/', 2] : ['\n', 1];
  if (length === 1 && !text.startsWith('//', at)) return undefined;
  const end = text.indexOf(mark, at + 2);
  return end === -1 ? text.length : end + length - 1;
}

/** The last place of the quoted text that begins at a place. */
function endOfText(text: string, start: number): number {
  const quote = text.charAt(start);
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== quote) at += text.charAt(at) === '\\' ? 2 : 1;
  return at;
}

/** Resolves the classes that the signatures of parameters name. */
export function resolveParameters(
  parameters: readonly PropertySignature[],
  attached: AttachedSignature,
): readonly SignedParameter[] {
  return mapProperties(parameters, (named) => resolveParameter(named, attached));
}

/** What a signature states of a method for documents only, with its classes resolved. */
function resolveDocumentation(
  {
    returns,
    isInferred,
    returnsResponse,
    responses,
    description,
    deprecated,
    operation,
  }: MethodSignature,
  attached: AttachedSignature,
): RouteDocumentation {
  const type = returns === undefined ? undefined : resolveReturned(returns, attached);
  return {
    returns: isInferred === true ? undefined : type,
    ...(isInferred === true && type !== undefined && { inferred: type }),
    returnsResponse: returnsResponse === true,
    ...(responses && { responses: responses.map((one) => resolveResponse(one, attached)) }),
    description,
    deprecated,
    ...(operation && { operation }),
  };
}

function resolveResponse(
  { type, isResponse, statuses }: ResponseSignature,
  attached: AttachedSignature,
): DocumentedResponse {
  return { type: resolveReturned(type, attached), isResponse: isResponse === true, statuses };
}

/** Only what a method returns may have an object of which nothing but its name is known. */
function resolveParameter(named: NamedType, attached: AttachedSignature): DeclaredType {
  return named.kind === 'object'
    ? { kind: 'opaque', text: named.name ?? 'an object' }
    : resolveClass(named, attached);
}

function resolveReturned(type: TypeSignature, attached: AttachedSignature): DeclaredType {
  return mapType(type, (named) => (named.kind === 'class' ? resolveClass(named, attached) : named));
}

function resolveClass(
  { name, nullable, linked }: ClassKey & TypeTraits,
  attached: AttachedSignature,
): DeclaredType {
  const reference = attached.references[name]?.();
  if (typeof reference !== 'function') return { kind: 'opaque', text: name };
  const resolved = classType(reference as Class);
  return { ...resolved, ...(nullable && { nullable }), ...(linked && { linked }) };
}
