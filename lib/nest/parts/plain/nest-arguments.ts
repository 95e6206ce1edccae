import { designTypes } from '../../../decorators/metadata-accessor.js';
import type { ParamOptions } from '../../../model/declaration/param-options.js';
import type { Class } from '../../../shared/class.js';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '../../internals.js';
import { optionsOfDesignType, optionsOfPipes } from './pipe-options.js';

/** Where a handler takes a value from. */
export type NestSource = 'path' | 'query' | 'body' | 'headers' | 'host' | 'cookies';

/** A parameter that takes a whole source, such as `@Query() query`. */
export interface NestWhole {
  readonly index: number;
  readonly source: 'path' | 'query' | 'body';
}

/** An argument that a handler takes by name with one of Nest's decorators, such as `@Query('page')`. */
export interface NestArgument {
  /** That of the parameter. */
  readonly index: number;
  readonly name: string;
  readonly source: NestSource;
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
export function nestWholesOf(type: Class, methodName: string): readonly NestWhole[] {
  return entriesOf(type, methodName).flatMap(([source, { index, data }]) => {
    const isNamed = typeof data === 'string' && data !== '';
    const hasArguments = source === 'path' || source === 'query' || source === 'body';
    return isNamed || !hasArguments ? [] : [{ index, source }];
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
