import {
  DefaultValuePipe,
  ParseBoolPipe,
  ParseDatePipe,
  ParseEnumPipe,
  ParseFloatPipe,
  ParseIntPipe,
  ParseUUIDPipe,
} from '@nestjs/common';
import type { ArgumentDefinition } from '../../routes/definition/parameter-definition.js';
import { designTypes } from '../../decorators/metadata-accessor.js';
import type { EnumSource, ParamOptions } from '../../routes/declaration/param-options.js';
import { Format, type JsonValue } from '../../schema/vocabulary.js';
import { mergeObjects, type Class } from '../../shared/records.js';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '../internals.js';
import { memoize } from '../../shared/promises.js';
import type { ParameterReader } from '../enhancers/scoped-enhancers.js';
import type { PlainHandler } from './plain-handler.js';
import type { PlainRequest } from './plain-request.js';

/** Where a handler takes a value from. */
type NestSource = 'path' | 'query' | 'body' | 'headers' | 'host' | 'cookies';

/** A parameter of a handler that may have the value of an argument of its callback. */
interface TakenParameter {
  readonly index: number;
  readonly source: NestSource;
  /** `undefined` where the parameter takes the whole source, as `@Query() query` does. */
  readonly name: string | undefined;
}

/** An argument that a handler takes by name with one of Nest's decorators, such as `@Query('page')`. */
export interface NestArgument extends TakenParameter {
  readonly name: string;
  /** The type that decorator metadata states; `undefined` where it states none of a single value. */
  readonly byDesign: ParamOptions | undefined;
  /** The type and the default that pipes state; `undefined` where they state none. */
  readonly byPipes: ParamOptions | undefined;
}

/** An argument of a callback, and the parameters of the handler that may have a value of its name. */
export interface PlainArgument {
  readonly definition: ArgumentDefinition;
  readonly named: readonly TakenParameter[];
  readonly wholes: readonly TakenParameter[];
}

interface RouteArgumentEntry {
  readonly index: number;
  readonly data?: unknown;
  readonly pipes?: readonly unknown[];
}

/** By name, since Nest 11 has no decorator for cookies. */
const SOURCES: readonly (readonly [kind: string, source: NestSource])[] = [
  ['PARAM', 'path'],
  ['QUERY', 'query'],
  ['BODY', 'body'],
  ['HEADERS', 'headers'],
  ['HOST', 'host'],
  ['COOKIES', 'cookies'],
  ['SIGNED_COOKIES', 'cookies'],
];

const SOURCE_OF_KIND: ReadonlyMap<string, NestSource> = new Map(
  SOURCES.map(([kind, source]) => [String(Reflect.get(RouteParamtypes, kind)), source]),
);

/** The arguments that a handler of a plain controller takes by name. */
export function nestArgumentsOf(type: Class, methodName: string): readonly NestArgument[] {
  const types = designTypes(type.prototype as object, methodName);
  return entriesOf(type, methodName).flatMap(([source, { index, data: name, pipes = [] }]) => {
    if (typeof name !== 'string' || name === '') return [];
    const byDesign = optionsOfDesignType(types[index]);
    return [{ index, name, source, byDesign, byPipes: optionsOfPipes(pipes) }];
  });
}

/** The parameters of a handler that take a whole source which has values of callbacks. */
export function nestWholesOf(type: Class, methodName: string): readonly TakenParameter[] {
  return entriesOf(type, methodName).flatMap(([source, { index, data }]) => {
    const isNamed = typeof data === 'string' && data !== '';
    const hasArguments = source === 'path' || source === 'query' || source === 'body';
    return isNamed || !hasArguments ? [] : [{ index, source, name: undefined }];
  });
}

function entriesOf(
  type: Class,
  methodName: string,
): readonly (readonly [source: NestSource, entry: RouteArgumentEntry])[] {
  const entries: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, type, methodName);
  if (typeof entries !== 'object' || entries === null) return [];
  return Object.entries(entries).flatMap(([key, entry]) => {
    // `3:0` is the body as the first parameter.
    const source = SOURCE_OF_KIND.get(key.slice(0, key.indexOf(':')));
    return source === undefined ? [] : [[source, entry as RouteArgumentEntry] as const];
  });
}

type PipeClass = abstract new (...args: never[]) => object;

/** What the pipes of Nest make of a value. */
const TYPES: readonly (readonly [pipe: PipeClass, options: ParamOptions])[] = [
  [ParseIntPipe, { type: 'integer' }],
  [ParseFloatPipe, { type: 'number' }],
  [ParseBoolPipe, { type: 'boolean' }],
  [ParseDatePipe, { type: 'date' }],
  [ParseUUIDPipe, { type: 'string', format: Format.Uuid }],
];

/** The types that TypeScript's decorator metadata states as constructors. */
const DESIGN_TYPES = new Map<unknown, ParamOptions>([
  [String, { type: 'string' }],
  [Number, { type: 'number' }],
  [Boolean, { type: 'boolean' }],
  [Date, { type: 'date' }],
]);

/** The type and the default that the pipes of a parameter state; the pipes may be classes or instances. */
export function optionsOfPipes(pipes: readonly unknown[]): ParamOptions | undefined {
  const stated = pipes.map(optionsOfPipe).filter((options) => options !== undefined);
  return stated.length === 0 ? undefined : Object.assign({}, ...stated);
}

/** The type that decorator metadata states; `undefined` where it is none of a single value. */
export function optionsOfDesignType(type: unknown): ParamOptions | undefined {
  return DESIGN_TYPES.get(type);
}

function optionsOfPipe(pipe: unknown): ParamOptions | undefined {
  if (pipe instanceof DefaultValuePipe) {
    return { default: memberOf(pipe, 'defaultValue') as JsonValue };
  }
  if (pipe instanceof ParseEnumPipe) {
    return withOptional(pipe, { enum: memberOf(pipe, 'enumType') as EnumSource });
  }
  const stated = TYPES.find(([type]) => pipe === type || pipe instanceof type)?.[1];
  return stated === undefined ? undefined : withOptional(pipe, stated);
}

function withOptional(pipe: unknown, stated: ParamOptions): ParamOptions {
  const options = memberOf(pipe, 'options') as { readonly optional?: boolean } | undefined;
  return options?.optional === true ? mergeObjects(stated, { required: false }) : stated;
}

/** Nest has no public names for what a pipe was made with. A class of a pipe has no such member. */
function memberOf(pipe: unknown, name: string): unknown {
  return typeof pipe === 'object' && pipe !== null ? Reflect.get(pipe, name) : undefined;
}

/** A value that the handler has, or may read from the request, under the name of an argument. */
export interface SourceValue {
  readonly source: NestSource;
  readonly value: unknown;
}

/** Makes the reader of the parameter of an index. */
export type ReaderOf = (handler: PlainHandler, index: number) => ParameterReader;

const SOURCES_OF_ARGUMENTS = ['body', 'query', 'path'] as const;

/**
 * What handlers of plain controllers get. Nest runs pipes after guards, so that they run twice: here, on a
 * copy of what the client sent, and for the handler.
 */
export class HandlerValues {
  readonly #readersOf: (handler: PlainHandler) => (index: number) => ParameterReader;

  constructor(readerOf: ReaderOf) {
    this.#readersOf = memoize((handler) => memoize((index) => readerOf(handler, index)));
  }

  /** The values under the name of an argument, those that the handler names first. */
  async read(
    { definition: { name }, named, wholes }: PlainArgument,
    handler: PlainHandler,
    plain: PlainRequest,
  ): Promise<readonly SourceValue[]> {
    const values: SourceValue[] = [];
    for (const parameter of named) {
      values.push({ source: parameter.source, value: await this.#take(parameter, handler, plain) });
    }
    for (const whole of wholes) {
      // A value that the client did not send is that of a class: the handler names another.
      if (named.length > 0 && sentValue(whole.source, name, plain) === undefined) continue;
      const taken = await this.#take(whole, handler, plain);
      values.push({ source: whole.source, value: propertyOf(taken, name) });
    }
    return named.length > 0 ? values : [...values, ...readable(name, wholes, plain)];
  }

  #take(parameter: TakenParameter, handler: PlainHandler, plain: PlainRequest): Promise<unknown> {
    const { index } = parameter;
    const known = plain.taken.get(index);
    if (known !== undefined) return known;
    const taken = this.#readersOf(handler)(index)(plain.raw, copyFor(parameter, plain.raw));
    plain.taken.set(index, taken);
    return taken;
  }
}

/** What the client has sent under a name. */
export function sentValue(source: NestSource, name: string, plain: PlainRequest): unknown {
  const values = sentBy(source, plain);
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function sentBy(source: NestSource, plain: PlainRequest): Readonly<Record<string, unknown>> {
  switch (source) {
    case 'path':
      return plain.params;
    case 'query':
      return plain.query;
    case 'body':
      return plain.body.value;
    case 'headers':
      return plain.headers;
    default:
      return {};
  }
}

/** A handler that does not name an argument may read it from the request, but for what it takes as a whole. */
function readable(
  name: string,
  wholes: readonly TakenParameter[],
  plain: PlainRequest,
): readonly SourceValue[] {
  return SOURCES_OF_ARGUMENTS.filter((source) =>
    wholes.every((whole) => whole.source !== source),
  ).map((source) => ({ source, value: sentValue(source, name, plain) }));
}

/** A getter of a class counts, a method of every object does not. */
function propertyOf(whole: unknown, name: string): unknown {
  if (typeof whole !== 'object' || whole === null) return undefined;
  if (!Object.hasOwn(whole, name) && name in Object.prototype) return undefined;
  return Reflect.get(whole, name);
}

const PROPERTIES = new Map<NestSource, string>([
  ['path', 'params'],
  ['query', 'query'],
  ['body', 'body'],
]);

/** The request as the parameter sees it: a pipe that changes what it gets must not change the request. */
function copyFor({ source }: TakenParameter, raw: unknown): unknown {
  const property = PROPERTIES.get(source);
  const request = raw as object;
  if (property === undefined) return request;
  const value = copyData(Reflect.get(request, property));
  return Object.create(request, { [property]: { value, configurable: true, writable: true } });
}

/** Copies lists and plain objects; without recursion, as a client chooses the depth. */
function copyData(whole: unknown): unknown {
  const holder: { whole?: unknown } = {};
  const left: { readonly from: object; readonly to: object }[] = [{ from: { whole }, to: holder }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { from, to } = next;
    for (const [key, value] of Object.entries(from)) {
      const copy: unknown = isPlain(value) ? emptyLike(value) : value;
      if (isPlain(value)) left.push({ from: value, to: copy as object });
      // A body may have its own `__proto__`.
      Object.defineProperty(to, key, {
        value: copy,
        configurable: true,
        enumerable: true,
        writable: true,
      });
    }
  }
  return holder.whole;
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Array.isArray(value);
}

function emptyLike(value: object): object {
  return Array.isArray(value) ? [] : (Object.create(Object.getPrototypeOf(value)) as object);
}
