import type { ArgumentDefinition } from '../../routes/definition/parameter-definition.js';
import type { Parameters } from '../../routes/rest-request.js';
import { ruleOf } from '../../schema/messages.js';
import { INVALID } from '../../schema/schema.js';
import { isObject } from '../../shared/records.js';
import { bindArgument, isPending, MISSING } from '../bind.js';
import { UncarriedQuery, type WrittenQuery } from './query-text.js';

/**
 * The use of a query: a call with data of JSON, in which a number is not a text; a request of the application, whose
 * numbers may arrive as texts, and to which the route responds; or a path, to which the route must not respond with an
 * error.
 */
type Purpose = 'json' | 'request' | 'path';

/**
 * Checks that the arguments of a route get from the text of a query what they would get from its data.
 *
 * @throws UncarriedQuery that names the first argument that would get another value.
 */
export function checkCarried(
  args: readonly ArgumentDefinition[],
  { data, parsed }: WrittenQuery,
  purpose: Purpose,
): void {
  for (const argument of args) {
    const { name, isFromPath, file } = argument;
    if (isFromPath || file !== undefined || !Object.hasOwn(data, name)) continue;
    const reason = differenceOf(argument, data, parsed, purpose);
    if (reason !== undefined) throw new UncarriedQuery(name, [name], reason);
  }
  const declared = new Set(args.map(({ name }) => name));
  const empty = Object.keys(data).find((name) => !declared.has(name) && isEmpty(data[name]));
  if (empty !== undefined) throw new UncarriedQuery(empty, [empty], EMPTY);
}

const EMPTY = 'is an empty list or object, and would arrive as an empty text';

/** The reason why an argument would get another value; `undefined` if it gets the same, or the route rejects both. */
function differenceOf(
  argument: ArgumentDefinition,
  data: Parameters,
  parsed: Parameters,
  purpose: Purpose,
): string | undefined {
  const value = data[argument.name];
  const stated = boundTo(argument, data);
  const arrived = boundTo(argument, parsed);
  if (stated === FAILED || arrived === FAILED) return undefined;
  if (purpose === 'path' && arrived === INVALID) return ruleOfArgument(argument, parsed);
  if (isSame(stated, arrived)) return undefined;
  const isExact = purpose === 'json';
  if (isExact && stated === INVALID) return ruleOfArgument(argument, data);
  if (value === null) {
    return stated === INVALID ? undefined : 'is null, which a query does not have';
  }
  if (isEmpty(value)) return EMPTY;
  if (!isExact && isTextOf(value, arrived)) return undefined;
  if (arrived === INVALID) return stated === INVALID ? undefined : 'would be rejected as a text';
  return `would arrive as ${shown(arrived)}`;
}

/** A schema of the application threw: the request has the same error. */
const FAILED: unique symbol = Symbol('failed');

function boundTo(argument: ArgumentDefinition, query: Parameters): unknown {
  try {
    return bindArgument(argument, { params: {}, body: {}, bodyType: undefined, query });
  } catch {
    return FAILED; // the request itself reports the error
  }
}

function ruleOfArgument({ name, validator }: ArgumentDefinition, source: Parameters): string {
  return ruleOf(validator.explain(source[name], name), name);
}

function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/** Whether two values that a schema has made are the same. What is still pending is made of the same text. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other || isPending(one) || isPending(other)) return true;
  if (!isObject(one) || !isObject(other)) return false;
  if (one instanceof Date || other instanceof Date) return Number(one) === Number(other);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) => Object.hasOwn(other, key) && isSame(Reflect.get(one, key), Reflect.get(other, key)),
    )
  );
}

/** Whether a value has arrived as it is, but for numbers and booleans that have become texts, or texts numbers. */
function isTextOf(value: unknown, arrived: unknown): boolean {
  if (arrived === INVALID || arrived === MISSING) return false;
  if (!isObject(value)) return !isObject(arrived) && String(value) === String(arrived);
  if (!isObject(arrived) || Array.isArray(value) !== Array.isArray(arrived)) return false;
  return Object.entries(value).every(
    ([key, item]) => Object.hasOwn(arrived, key) && isTextOf(item, Reflect.get(arrived, key)),
  );
}

/** The maximum number of characters of a value in an error. */
const MAXIMUM_SHOWN = 80;

function shown(value: unknown): string {
  if (value === MISSING || value === undefined) return 'nothing';
  const text = typeof value === 'bigint' ? String(value) : JSON.stringify(value);
  return text.slice(0, MAXIMUM_SHOWN);
}
