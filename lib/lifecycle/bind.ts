import type {
  ArgumentDefinition,
  ParameterDefinition,
} from '../routes/definition/parameter-definition.js';
import { INVALID } from '../schema/compile-schema.js';
import { textLists } from '../schema/values/values.js';
import type { Parameters } from '../routes/rest-request.js';
import { bodyFormat, FORM_DATA, mediaTypeOf } from './messages/body.js';
import { repeatedValues } from './messages/parameter-tree.js';
import { hasContent } from './messages/payload.js';
import type { ArgumentSources, RequestContext } from './request-context.js';
import type { Endpoint, Step } from './endpoint.js';
import { isOwnPromise } from '../shared/promises.js';
import { listErrors, namesOf, totalIn, type ListedErrors } from '../diagnostics/violations-of.js';
import type { RestException } from '../diagnostics/rest.exception.js';
import { PendingValue, violationOf } from '../routes/definition/standard-validator.js';
import { httpError } from '../diagnostics/http-error-catalogue.js';
import { missingArgument, type Violation } from '../schema/messages.js';

/** The value of a required argument that no source has. */
export const MISSING: unique symbol = Symbol('missing');

/**
 * The typed value of an argument: body before query before default; a placeholder only from the path.
 * `undefined` leaves the method's own default in force; `INVALID` and `MISSING` reject.
 *
 * As in WordPress, every source that has the argument must have a valid value. With WordPress's values, a null in a
 * body is not a value: it must be allowed, but the next source is used.
 */
export function bindArgument(argument: ArgumentDefinition, sources: ArgumentSources): unknown {
  const { name, validator } = argument;
  if (argument.isFromPath) return validator.parse(sources.params[name]);
  if (argument.file !== undefined) return bindFile(argument, sources);
  const inBody = valueInBody(argument, sources);
  const inQuery = valueInQuery(argument, sources);
  const { skipsNull } = argument.reading;
  const raw = inBody === undefined || (inBody === null && skipsNull) ? inQuery : inBody;
  if (raw === undefined || (raw === null && skipsNull)) {
    return bindAbsent(argument, inBody === null);
  }
  if (inBody !== undefined && inQuery !== undefined) {
    const other: unknown = validator.parse(raw === inBody ? inQuery : inBody);
    if (other === INVALID) return INVALID;
  }
  return validator.parse(raw);
}

function rejectedValue(argument: ArgumentDefinition, sources: ArgumentSources): unknown {
  const { name, validator } = argument;
  if (argument.isFromPath) return sources.params[name];
  if (argument.file !== undefined) return sentFile(argument, sources);
  const inBody = valueInBody(argument, sources);
  const isBodyRejected = inBody !== undefined && validator.parse(inBody) === INVALID;
  return isBodyRejected ? inBody : valueInQuery(argument, sources);
}

function valueInBody(argument: ArgumentDefinition, { body, bodyType }: ArgumentSources): unknown {
  const { leaveOut } = argument;
  const sent = sentValue(body, argument);
  return leaveOut === undefined || sent === undefined || !isFormType(bodyType)
    ? sent
    : leaveOut(sent);
}

function valueInQuery(argument: ArgumentDefinition, { query }: ArgumentSources): unknown {
  const { leaveOut } = argument;
  const sent = sentValue(query, argument);
  return leaveOut === undefined || sent === undefined ? sent : leaveOut(sent);
}

/** All values of a form are texts: its empty ones are fields that a person has left empty. */
function isFormType(bodyType: string | undefined): boolean {
  return (
    bodyType !== undefined &&
    (bodyFormat(bodyType) === 'form' || mediaTypeOf(bodyType) === FORM_DATA)
  );
}

function bindAbsent(argument: ArgumentDefinition, isNull: boolean): unknown {
  if (argument.isRequired) return MISSING;
  const parsed: unknown = isNull ? argument.validator.parse(null) : undefined;
  if (parsed === INVALID) return parsed;
  return argument.fallback === undefined ? parsed : argument.fallback();
}

/** As in WordPress, a field that is not a file is independent of a file of the same name. */
function bindFile(argument: ArgumentDefinition, sources: ArgumentSources): unknown {
  const sent = sentFile(argument, sources);
  if (sent !== undefined) return argument.validator.parse(sent);
  if (argument.isRequired) return MISSING;
  return argument.fallback?.();
}

function sentFile(argument: ArgumentDefinition, { files }: ArgumentSources): unknown {
  return files === undefined ? undefined : sentValue(files, argument);
}

/**
 * Reads own properties only: a source comes from outside and may have a prototype. If a name without brackets was sent several
 * times, a list has all its values, and anything else has the last, as in WordPress. Over HTTP, WooCommerce's client
 * sends its query twice, as in `ids=1,2&ids=1,2`: with WordPress's values, equal values that are not valid items are
 * read as the whole list.
 */
function sentValue(
  source: Parameters,
  { name, schema, validator, reading }: ArgumentDefinition,
): unknown {
  if (!Object.hasOwn(source, name)) return undefined;
  const isList =
    schema.type === 'array' || (Array.isArray(schema.type) && schema.type.includes('array'));
  const values = isList ? repeatedValues(source, name) : undefined;
  if (values === undefined) return source[name];
  if (reading.lists === 'comma') return values.flatMap(divided);
  if (reading.lists === 'repeated') return values;
  const isSame = values.every((value) => value === values[0]);
  return isSame && validator.parse(values) === INVALID ? source[name] : values;
}

function divided(value: unknown): unknown {
  return typeof value === 'string' ? textLists.comma(value) : value;
}

/**
 * The values to call a method with, in the order of its parameters. The parameters that the container fills are left
 * empty here.
 */
export function valuesOf(
  plans: readonly ParameterDefinition[],
  values: readonly unknown[],
  endpoint: Endpoint,
  context: RequestContext,
): unknown[] | Promise<unknown[]> {
  let isAsync = false;
  const all: unknown[] = [];
  for (const plan of plans) {
    const isArgument = plan.kind === 'argument';
    const value = isArgument ? values[plan.position] : valueOf(plan, values, endpoint, context);
    if (plan.kind === 'service' && isOwnPromise(value)) isAsync = true;
    all.push(value);
  }
  return isAsync ? withServices(all, plans) : all;
}

/** Waits for services only: an argument is passed unchanged, even if it has a method `then`. */
async function withServices(
  values: unknown[],
  plans: readonly ParameterDefinition[],
): Promise<unknown[]> {
  const waiting = values.map(async (value, at) => {
    if (plans[at]?.kind === 'service' && isOwnPromise(value)) values[at] = await value;
  });
  await Promise.all(waiting);
  return values;
}

function valueOf(
  plan: Exclude<ParameterDefinition, { kind: 'argument' }>,
  values: readonly unknown[],
  endpoint: Endpoint,
  context: RequestContext,
): unknown {
  if (plan.kind === 'service') return endpoint.ports.service(plan.handle.ref, context);
  if (plan.kind === 'request') return context.request;
  if (plan.kind === 'injected') return context.injected?.(plan.name);
  return plan.kind === 'arguments' ? plan.collect(values) : undefined;
}

/** Whether an asynchronous schema has not validated a value yet. */
export function isPending(value: unknown): value is PendingValue {
  return value instanceof PendingValue;
}

/**
 * Waits for pending values only: an argument is passed unchanged, even if it has a method `then`.
 *
 * @returns The values, with nothing pending among them, or the rejection of those that their schemas rejected.
 */
export async function settleValues(
  pending: readonly unknown[],
  definitions: readonly Pick<ArgumentDefinition, 'name'>[],
): Promise<readonly unknown[] | RestException> {
  const values = [...pending];
  const rejected: RejectedArgument[] = [];
  for (const [position, value] of pending.entries()) {
    if (!isPending(value)) continue;
    const result = await value.result;
    const name = definitions[position]?.name ?? '';
    if (result.issues === undefined) values[position] = result.value;
    else rejected.push({ name, ...violationOf(result.issues, name) });
  }
  return rejected.length === 0 ? values : invalidArguments(listErrors(rejected));
}

/** A rejected argument. */
export interface RejectedArgument extends Violation {
  readonly name: string;
  /** Why it is missing. */
  readonly hint?: string | undefined;
}

/**
 * `rest_missing_callback_param`, with the names in `data.params`.
 *
 * @param hints Why some of them are missing, by name.
 */
function missingArguments(
  names: readonly string[],
  hints: ReadonlyMap<string, string>,
): RestException {
  const listed = names.map((name) => (hints.has(name) ? `${name} (${hints.get(name)})` : name));
  const content = { reason: names.join(', '), hints };
  return httpError('rest_missing_callback_param', listed.join(', '), { params: names }, content);
}

/**
 * `rest_invalid_param`: by name, the text in `data.params`, and code, text and what it says in `data.details`; if not all
 * of them are listed, their number in `data.total`.
 */
export function invalidArguments({
  listed: rejected,
  total,
}: ListedErrors<RejectedArgument>): RestException {
  const params = Object.fromEntries(rejected.map(({ name, message }) => [name, message]));
  const details = Object.fromEntries(
    rejected.map(({ name, code, message, data = null }) => [name, { code, message, data }]),
  );
  const reason = namesOf(
    rejected.map(({ name }) => name),
    total,
  );
  const places = new Map(rejected.map(({ name, place = name }) => [name, place]));
  const hints = new Map(
    rejected.flatMap(({ name, hint }) => (hint === undefined ? [] : [[name, hint]])),
  );
  const data = { params, details, ...totalIn(total) };
  return httpError('rest_invalid_param', reason, data, { reason, places, hints });
}

/** Finds, validates and sanitizes the arguments. As in WordPress, missing arguments are reported before invalid ones. */
export function bindStep(context: RequestContext): RestException | undefined {
  const sources = context.readSources();
  if (sources.error !== undefined) return sources.error;
  let isMissing = false;
  let isInvalid = false;
  const values: unknown[] = [];
  for (const argument of context.endpoint.definition.arguments) {
    const value = bindArgument(argument, sources);
    if (value === MISSING) isMissing = true;
    else if (value === INVALID) isInvalid = true;
    values.push(value);
  }
  if (isMissing) return missing(context, values, sources);
  if (isInvalid) return invalid(context, values, sources);
  context.values = values;
  return undefined;
}

function missing(
  context: RequestContext,
  values: readonly unknown[],
  sources: ArgumentSources,
): RestException {
  const absent = context.endpoint.definition.arguments.filter(
    ({ position }) => values[position] === MISSING,
  );
  const hints = absent.flatMap((argument) => {
    const hint = hintOf(argument, sources, context);
    return hint === undefined ? [] : [[argument.name, hint] as const];
  });
  return missingArguments(
    absent.map(({ name }) => name),
    new Map(hints),
  );
}

/** Why an argument is missing although the client has probably sent it: a file as a value, a value as a file, a list. */
function hintOf(
  { name, file }: ArgumentDefinition,
  { body }: ArgumentSources,
  { exchange, discarded, body: { whole } }: RequestContext,
): string | undefined {
  if (file === undefined) {
    if (Array.isArray(whole))
      return 'the body is a list, and an argument is a property of an object';
    return discarded?.has(name) === true ? AS_FILE : undefined;
  }
  if (Object.hasOwn(body, name)) return AS_VALUE;
  const { 'content-type': type, 'content-disposition': disposition } = exchange.headers;
  const isForm = type !== undefined && mediaTypeOf(type) === FORM_DATA;
  const mayBeFile = !isForm && bodyFormat(type) === 'other' && hasContent(exchange);
  const { mediaTypes } = file;
  if (!mayBeFile || mediaTypes === undefined || file.isList) return undefined;
  if (disposition === undefined) {
    return 'a body is a file only with the header Content-Disposition: attachment; filename="…"';
  }
  return `it has ${typeWords(type)}; accepted are ${mediaTypes.join(', ')}`;
}

/** A client may state any text. */
function typeWords(type: string | undefined): string {
  return type === undefined
    ? 'no Content-Type'
    : `the media type ${JSON.stringify(mediaTypeOf(type).slice(0, 64))}`;
}

const AS_FILE = 'it was sent as a file; a value is a part without a filename';
const AS_VALUE = 'it was sent as a value; a file is a part of multipart/form-data with a filename';

/** The optional arguments that were sent, and would be left out: a value as a file, a file as a value. */
export function mixedUpArguments(
  optional: readonly ArgumentDefinition[],
  { discarded, sources: { body, query, files = NO_FILES } }: RequestContext,
): readonly RejectedArgument[] {
  return optional.flatMap(({ name, file }) => {
    const isMixedUp =
      file === undefined
        ? discarded?.has(name) === true && !Object.hasOwn(body, name) && !Object.hasOwn(query, name)
        : isFilled(body, name) && !Object.hasOwn(files, name);
    if (!isMixedUp) return [];
    const [noun, hint] = file === undefined ? ['value', AS_FILE] : ['file', AS_VALUE];
    return [{ name, code: 'rest_invalid_type', message: `${name} must be a ${noun}: ${hint}.` }];
  });
}

const NO_FILES: Parameters = {};

/** Clients send an empty text or null for a file that a person has not chosen. */
function isFilled(body: Parameters, name: string): boolean {
  return Object.hasOwn(body, name) && body[name] !== null && body[name] !== '';
}

/** The rejected names of a request that no argument has; `undefined` if there are none. */
export type FindUnknown = (context: RequestContext) => ListedErrors<RejectedArgument> | undefined;

/**
 * Finds, validates and sanitizes the arguments, and reports missing, invalid and unknown ones together, so that a form is
 * corrected at once.
 */
export function bindAllStep(findUnknown: FindUnknown | undefined): Step {
  return (context) => {
    const sources = context.readSources();
    if (sources.error !== undefined) return sources.error;
    const { arguments: definitions } = context.endpoint.definition;
    let isMissing = false;
    let isInvalid = false;
    const values: unknown[] = [];
    for (const argument of definitions) {
      const value = bindArgument(argument, sources);
      if (value === MISSING) isMissing = true;
      else if (value === INVALID) isInvalid = true;
      values.push(value);
    }
    const unknown = findUnknown?.(context);
    if (!isInvalid && unknown === undefined) {
      if (isMissing) return missing(context, values, sources);
      context.values = values;
      return undefined;
    }
    const own = definitions.flatMap((argument, at) => rejectedOf(argument, values[at], context));
    const { listed } = listErrors([...own, ...(unknown?.listed ?? [])]);
    return invalidArguments({ listed, total: own.length + (unknown?.total ?? 0) });
  };
}

function rejectedOf(
  argument: ArgumentDefinition,
  value: unknown,
  context: RequestContext,
): readonly RejectedArgument[] {
  const { name } = argument;
  const { sources } = context;
  if (value === MISSING) {
    const hint = hintOf(argument, sources, context);
    const violation = missingArgument(name);
    const message = hint === undefined ? violation.message : `${name} is required: ${hint}.`;
    return [{ name, ...violation, message, hint }];
  }
  return value === INVALID ? [explained(argument, sources)] : [];
}

function invalid(
  context: RequestContext,
  values: readonly unknown[],
  sources: ArgumentSources,
): RestException {
  const { listed, total } = listErrors(
    context.endpoint.definition.arguments.filter(({ position }) => values[position] === INVALID),
  );
  const rejected = listed.map((argument) => explained(argument, sources));
  return invalidArguments({ listed: rejected, total });
}

function explained(argument: ArgumentDefinition, sources: ArgumentSources): RejectedArgument {
  const { name, validator } = argument;
  return { name, ...validator.explain(rejectedValue(argument, sources), name) };
}
