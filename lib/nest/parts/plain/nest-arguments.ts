import { designTypes } from '../../../decorators/metadata-accessor.js';
import type { ParamOptions } from '../../../model/declaration/param-options.js';
import type { Class } from '../../../shared/class.js';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '../../internals.js';
import { optionsOfDesignType, optionsOfPipes } from './pipe-options.js';

/** An argument that a handler takes by name with one of Nest's decorators, such as `@Query('page')`. */
export interface NestArgument {
  readonly name: string;
  readonly source: 'path' | 'query' | 'body';
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

const SOURCES = new Map<string, NestArgument['source']>([
  [String(RouteParamtypes.PARAM), 'path'],
  [String(RouteParamtypes.QUERY), 'query'],
  [String(RouteParamtypes.BODY), 'body'],
]);

/** The arguments that a handler of a plain controller takes by name. */
export function nestArgumentsOf(type: Class, methodName: string): readonly NestArgument[] {
  const entries: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, type, methodName);
  if (typeof entries !== 'object' || entries === null) return [];
  const types = designTypes(type.prototype as object, methodName);
  return Object.entries(entries).flatMap(([key, entry]) => {
    const { index, data: name, pipes = [] } = entry as RouteArgumentEntry;
    // `3:0` is the body as the first parameter.
    const source = SOURCES.get(key.slice(0, key.indexOf(':')));
    if (source === undefined || typeof name !== 'string') return [];
    const byDesign = optionsOfDesignType(types[index]);
    return [{ name, source, byDesign, byPipes: optionsOfPipes(pipes) }];
  });
}
