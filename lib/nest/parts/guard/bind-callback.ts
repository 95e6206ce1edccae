import { isDeepStrictEqual } from 'node:util';
import { NO_BODY } from '../../../pipeline/body/body-format.js';
import {
  bindArgument,
  MISSING,
  rejectedValue,
  type ArgumentSources,
} from '../../../pipeline/arguments/bind-argument.js';
import {
  invalidArguments,
  missingArguments,
  type RejectedArgument,
} from '../../../pipeline/arguments/invalid-arguments.js';
import { isPending, rejectionOf, settleValues } from '../../../pipeline/arguments/settle-values.js';
import { INVALID } from '../../../schema/compile-schema.js';
import { NullRecord } from '../../../shared/null-record.js';
import type { Awaitable } from '../../../shared/when-ready.js';
import type { PlainArgument, PlainCallback } from '../plain/plain-permission.js';
import type { PlainRequest } from '../plain-request.js';

const NOTHING = NO_BODY.value;

/** The value of an argument that body and query state differently. */
const AMBIGUOUS = Symbol('ambiguous');

/**
 * Finds, validates and sanitizes the arguments of a callback, and notes them on the request. As on routes,
 * missing arguments are reported before invalid ones.
 *
 * @throws RestException
 */
export function bindCallback(
  callback: PlainCallback,
  plain: PlainRequest,
): Awaitable<readonly unknown[]> {
  const values = callback.arguments.map((argument) => bind(argument, plain));
  if (values.includes(MISSING)) {
    throw missingArguments(namesOf(callback.arguments, (at) => values[at] === MISSING));
  }
  const rejected = callback.arguments.flatMap((argument, at) =>
    values[at] === INVALID || values[at] === AMBIGUOUS
      ? [reject(argument, plain, values[at] === AMBIGUOUS)]
      : [],
  );
  if (rejected.length > 0) throw invalidArguments(rejected);
  if (values.some(isPending)) return settle(callback, values, plain);
  noteArguments(callback, values, plain);
  return values;
}

/** Waits for the schemas that validate asynchronously. */
async function settle(
  callback: PlainCallback,
  pending: readonly unknown[],
  plain: PlainRequest,
): Promise<readonly unknown[]> {
  const { values, rejected } = await settleValues(pending);
  const definitions = callback.arguments.map(({ definition }) => definition);
  if (rejected.length > 0) throw rejectionOf(rejected, definitions);
  noteArguments(callback, values, plain);
  return values;
}

function noteArguments(
  callback: PlainCallback,
  values: readonly unknown[],
  plain: PlainRequest,
): void {
  const byName = new NullRecord<unknown>();
  for (const [at, { definition }] of callback.arguments.entries()) {
    if (values[at] !== undefined) byName[definition.name] = values[at];
  }
  plain.arguments = byName;
}

function bind({ definition, source }: PlainArgument, plain: PlainRequest): unknown {
  const sources = sourcesOf(definition.name, source, plain);
  const value = bindArgument(definition, sources);
  if (value === INVALID || value === MISSING) return value;
  return isAmbiguous({ definition, source }, sources) ? AMBIGUOUS : value;
}

/**
 * A placeholder of the path takes its value from there. Else the callback reads what the handler reads: a
 * client must not show the callback another value than the handler uses.
 */
function sourcesOf(
  name: string,
  source: PlainArgument['source'],
  { params, query, body }: PlainRequest,
): ArgumentSources {
  if (Object.hasOwn(params, name)) return { params, body: NOTHING, query: params };
  if (source === 'query') return { params, body: NOTHING, query };
  if (source === 'body') return { params, body: body.value, query: NOTHING };
  return { params, body: body.value, query };
}

/** Whether body and query have different values: the handler may use the one that was not checked. */
function isAmbiguous({ definition }: PlainArgument, { body, query }: ArgumentSources): boolean {
  const { name, validator, mayBePending } = definition;
  if (!Object.hasOwn(body, name) || !Object.hasOwn(query, name)) return false;
  // Pending values have no content to compare yet.
  if (mayBePending) return !isDeepStrictEqual(body[name], query[name]);
  return !isDeepStrictEqual(validator.parse(body[name]), validator.parse(query[name]));
}

function reject(
  { definition, source }: PlainArgument,
  plain: PlainRequest,
  isAmbiguousValue: boolean,
): RejectedArgument {
  const { name, validator } = definition;
  if (isAmbiguousValue) {
    const message = `${name} must have the same value in the body and in the query.`;
    return { name, code: 'rest_invalid_param', message };
  }
  const value = rejectedValue(definition, sourcesOf(name, source, plain));
  return { name, ...validator.explain(value, name) };
}

function namesOf(args: readonly PlainArgument[], has: (at: number) => boolean): readonly string[] {
  return args.filter((_, at) => has(at)).map(({ definition }) => definition.name);
}
