import {
  MISSING,
  settleValues,
  invalidArguments,
  missingArguments,
  type RejectedArgument,
} from '../../lifecycle/arguments/bind.js';
import type { EndpointPorts, RequestContext } from '../../lifecycle/request-context.js';
import { isRestException } from '../../diagnostics/rest.exception.js';
import {
  argumentsOf,
  type ArgumentDefinition,
} from '../../routes/definition/parameter-definition.js';
import { INVALID } from '../../schema/values/values.js';
import { type HandlerValues, sentValue, type SourceValue } from './handler-values.js';

/** An argument with the values that the handler has, and the one that the callback would get. */
interface Bound {
  readonly argument: ArgumentDefinition;
  readonly values: readonly SourceValue[];
  readonly value: unknown;
}

/** The value of an argument that may be part of a form which is read after the guards. */
const UNREAD = Symbol('unread');

/**
 * Validates and sanitizes the arguments of a callback of one handler. Each is the value that the handler gets: a
 * client must not show the callback another value than the handler uses. As on routes, missing arguments are reported
 * before invalid ones.
 *
 * @returns What throws a RestException, and what the pipes of the handler throw.
 */
export function callbackBinder(handler: HandlerValues): NonNullable<EndpointPorts['bindCallback']> {
  return async (callback, context) => {
    const definitions = argumentsOf(callback.parameters);
    const bound: Bound[] = [];
    for (const argument of definitions) bound.push(await bind(argument, handler, context));
    const missing = bound.filter(({ value }) => value === MISSING);
    if (missing.length > 0) throw missingArguments(missing.map(({ argument }) => argument.name));
    throwIfAny(bound.flatMap((one) => rejectionsOf(one)));
    const pending = bound.map(({ value }) => value);
    const values = await settleValues(pending, definitions);
    if (isRestException(values)) throw values;
    throwIfAny(bound.flatMap((one, at) => differencesOf(one, values[at])));
    const all = [...context.values];
    for (const [at, { position }] of definitions.entries()) all[position] = values[at];
    context.values = all;
    return all;
  };
}

async function bind(
  argument: ArgumentDefinition,
  handler: HandlerValues,
  context: RequestContext,
): Promise<Bound> {
  const { name } = argument;
  if (isUnread(name, handler, context)) return { argument, values: [], value: UNREAD };
  try {
    const read = await handler.read(name, context);
    const values = read.filter(({ value }) => value !== undefined);
    return { argument, values, value: valueOf(argument, values) };
  } catch (error) {
    // The response is that of the argument, if it is clear that it is invalid.
    const values = handler
      .named(name)
      .map(({ source }) => ({ source, value: sentValue(source, name, context) }))
      .filter(({ value }) => value !== undefined);
    const value = valueOf(argument, values);
    if (value === INVALID || value === MISSING) return { argument, values, value };
    throw error;
  }
}

function valueOf(
  { schema, fallback, validator }: ArgumentDefinition,
  [first]: readonly SourceValue[],
): unknown {
  if (first === undefined) return schema.required === true ? MISSING : fallback?.();
  const { value } = first;
  const parsed: unknown = validator.parse(value);
  // A pipe may have made a `Date`, which schemas know as a text.
  const isDate = value instanceof Date && !Number.isNaN(value.getTime());
  return parsed === INVALID && isDate ? validator.parse(value.toISOString()) : parsed;
}

/** Nest reads a multipart form after the guards: a handler may get from it what is not there yet. */
function isUnread(
  name: string,
  handler: HandlerValues,
  { headers, body }: RequestContext,
): boolean {
  const named = handler.named(name);
  const takers = named.length > 0 ? named : handler.wholes;
  if (takers.every(({ source }) => source !== 'body')) return false;
  const isForm = /^\s*multipart\//i.test(headers['content-type'] ?? '');
  return isForm && Object.keys(body.value).length === 0;
}

function rejectionsOf({ argument, values, value }: Bound): readonly RejectedArgument[] {
  const { name, validator } = argument;
  if (value === UNREAD) {
    return [invalid(name, `${name} may be part of a form that is read after this check.`)];
  }
  if (value !== INVALID) return [];
  return [{ name, ...validator.explain(values[0]?.value, name) }];
}

/** What the handler would use is not what the callback would get. */
function differencesOf(
  { argument: { name }, values }: Bound,
  value: unknown,
): readonly RejectedArgument[] {
  if (values.every((one) => isSameValue(value, one.value))) return [];
  const [first] = values;
  if (!values.every((one) => isSameValue(first?.value, one.value))) {
    return [invalid(name, conflictText(name, values))];
  }
  const spelling = onlySpelling(value);
  const text =
    spelling === undefined
      ? `${name} has a value that the method would read in another way.`
      : `${name} must be written as ${spelling}.`;
  return [invalid(name, text)];
}

function conflictText(name: string, values: readonly SourceValue[]): string {
  const places = [...new Set(values.map(({ source }) => `in the ${source}`))];
  return `${name} must have the same value ${places.toSorted().join(' and ')}.`;
}

function invalid(name: string, message: string): RejectedArgument {
  return { name, code: 'rest_invalid_param', message };
}

function throwIfAny(rejections: readonly RejectedArgument[]): void {
  if (rejections.length > 0) throw invalidArguments(rejections);
}

/**
 * Whether the typed value that a callback sees is the one that the handler uses. A handler that gets a text
 * reads it in a way of its own: `1e2` is 100 for one reader and 1 for another. So a text is the value only in
 * the one spelling that every reader takes for it. Without recursion, as a client chooses the depth.
 */
function isSameValue(seen: unknown, used: unknown): boolean {
  const left: (readonly [seen: unknown, used: unknown])[] = [[seen, used]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [one, other] = next;
    // As `===`, under which 0 is -0, and NaN is itself.
    if (one === other || Object.is(one, other)) continue;
    const parts =
      isScalar(one) || isScalar(other) ? partsOfScalar(one, other) : partsOf(one, other);
    if (parts === undefined) return false;
    for (const part of parts) left.push(part);
  }
  return true;
}

/** The only text that is the value; `undefined` where there is none. */
function onlySpelling(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value === 'boolean') return String(value);
  return value instanceof Date ? dateText(value) : undefined;
}

type Parts = readonly (readonly [seen: unknown, used: unknown])[];

const SAME: Parts = [];

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null || value instanceof Date;
}

function partsOfScalar(seen: unknown, used: unknown): Parts | undefined {
  // A list of one value is sent as the value.
  if (Array.isArray(seen)) return seen.length === 1 ? [[seen[0], used]] : undefined;
  if (seen instanceof Date && used instanceof Date) {
    return seen.getTime() === used.getTime() ? SAME : undefined;
  }
  if (typeof used === 'string') return isSpelling(seen, used) ? SAME : undefined;
  if (typeof seen === 'string') return isSpelling(used, seen) ? SAME : undefined;
  return undefined;
}

function isSpelling(value: unknown, text: string): boolean {
  const spelling = onlySpelling(value);
  // A date without milliseconds is as clear as one with them.
  return spelling === text || (value instanceof Date && spelling?.replace('.000Z', 'Z') === text);
}

function dateText(date: Date): string | undefined {
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

function partsOf(seen: unknown, used: unknown): Parts | undefined {
  if (Array.isArray(seen)) {
    if (!Array.isArray(used) || seen.length !== used.length) return undefined;
    return seen.map((item, at) => [item, (used as readonly unknown[])[at]]);
  }
  if (Array.isArray(used)) return undefined;
  const [one, other] = [propertiesOf(seen), propertiesOf(used)];
  if (one.length !== other.length) return undefined;
  const byName = new Map(other);
  if (one.some(([name]) => !byName.has(name))) return undefined;
  return one.map(([name, value]) => [value, byName.get(name)]);
}

function propertiesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return Object.entries(value as object).filter(([, property]) => property !== undefined);
}
