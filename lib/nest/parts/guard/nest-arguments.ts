import {
  DefaultValuePipe,
  ParseBoolPipe,
  ParseDatePipe,
  ParseEnumPipe,
  ParseFloatPipe,
  ParseIntPipe,
  ParseUUIDPipe,
} from '@nestjs/common';
import { designTypes } from '../../../decorators/metadata-accessor.js';
import type { EnumSource, ParamOptions } from '../../../routes/declaration/param-options.js';
import { Format, type JsonValue } from '../../../schema/vocabulary.js';
import { mergeObjects, type Class } from '../../../shared/records.js';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '../../internals.js';

/** Where a handler takes a value from. */
export type NestSource = 'path' | 'query' | 'body' | 'headers' | 'host' | 'cookies';

/** A parameter of a handler that may have the value of an argument of its callback. */
export interface TakenParameter {
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

interface RouteArgumentEntry {
  readonly index: number;
  readonly data?: unknown;
  readonly pipes?: readonly unknown[];
}

/** By name, since Nest 11 has no decorator for cookies. */
const NAMED_SOURCES: readonly (readonly [kind: string, source: NestSource])[] = [
  ['PARAM', 'path'],
  ['QUERY', 'query'],
  ['BODY', 'body'],
  ['HEADERS', 'headers'],
  ['HOST', 'host'],
  ['COOKIES', 'cookies'],
  ['SIGNED_COOKIES', 'cookies'],
];

const SOURCE_OF_KIND: ReadonlyMap<string, NestSource> = new Map(
  NAMED_SOURCES.map(([kind, source]) => [String(Reflect.get(RouteParamtypes, kind)), source]),
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
