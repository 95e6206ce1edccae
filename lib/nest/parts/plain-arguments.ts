import {
  DefaultValuePipe,
  ParseBoolPipe,
  ParseDatePipe,
  ParseEnumPipe,
  ParseFloatPipe,
  ParseIntPipe,
  ParseUUIDPipe,
} from '@nestjs/common';
import { designTypes } from '../../decorators/metadata-accessor.js';
import type { EnumSource, ParamOptions } from '../../routes/declaration/param-options.js';
import {
  nameOf,
  type ParameterDeclaration,
} from '../../routes/declaration/parameter-declaration.js';
import type {
  CallbackDeclaration,
  PermissionDeclaration,
} from '../../routes/declaration/route-declaration.js';
import { Format, type JsonValue } from '../../schema/vocabulary.js';
import { mergeObjects, type Class } from '../../shared/records.js';
import { routeArgumentsOf } from '../exploration/nest-metadata.js';
import { RouteParamtypes } from '../internals.js';

/** Where a handler takes a value from. */
export type NestSource = 'path' | 'query' | 'body' | 'headers' | 'host' | 'cookies';

/** A parameter of a handler with one of Nest's decorators. */
export interface TakenParameter {
  readonly index: number;
  readonly source: NestSource;
  /** `page` of `@Query('page')`; `undefined` where it takes the whole source, as `@Query() query` does. */
  readonly name: string | undefined;
  /** The type that decorator metadata states; `undefined` where it states none of a single value. */
  readonly byDesign: ParamOptions | undefined;
  /** The type and the default that pipes state; `undefined` where they state none. */
  readonly byPipes: ParamOptions | undefined;
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

const SOURCE_OF_KIND: ReadonlyMap<unknown, NestSource> = new Map(
  SOURCES.map(([kind, source]) => [Reflect.get(RouteParamtypes, kind) as unknown, source]),
);

/** The parameters of a handler of a plain controller that may have the value of an argument of its callbacks. */
export function parametersTaken(type: Class, methodName: string): readonly TakenParameter[] {
  const types = designTypes(type.prototype as object, methodName);
  return routeArgumentsOf(type, methodName).flatMap(({ index, kind, data, pipes }) => {
    const source = kind === undefined ? undefined : SOURCE_OF_KIND.get(kind);
    if (source === undefined) return [];
    const name = typeof data === 'string' && data !== '' ? data : undefined;
    const byDesign = optionsOfDesignType(types[index]);
    return [{ index, source, name, byDesign, byPipes: optionsOfPipes(pipes) }];
  });
}

/**
 * A permission whose callbacks have the types that Nest knows, where neither a signature nor `@Param` states them:
 * those of the pipes of the handler, else of the decorator metadata of the callback, else of that of the handler.
 */
export function withNestTypes(
  permission: PermissionDeclaration,
  taken: readonly TakenParameter[],
): PermissionDeclaration {
  switch (permission.kind) {
    case 'callback':
      return typedCallback(permission, taken);
    case 'allOf':
    case 'anyOf': {
      const { kind, permissions } = permission;
      return { kind, permissions: permissions.map((part) => part && withNestTypes(part, taken)) };
    }
    default:
      return permission;
  }
}

function typedCallback(
  declaration: CallbackDeclaration,
  taken: readonly TakenParameter[],
): CallbackDeclaration {
  const { owner } = declaration;
  const own = owner === undefined ? [] : designTypes(owner.ref as Class, declaration.name);
  const parameters = declaration.parameters.map((parameter) => {
    const name = nameOf(parameter);
    if (name === undefined) return parameter;
    const argument = taken.find((candidate) => candidate.name === name);
    return typed(parameter, argument, optionsOfDesignType(own[parameter.index]));
  });
  return { ...declaration, parameters };
}

function typed(
  parameter: ParameterDeclaration,
  argument: TakenParameter | undefined,
  byDesign: ParamOptions | undefined,
): ParameterDeclaration {
  const stated = isTyped(parameter)
    ? withoutType(argument?.byPipes)
    : { ...argument?.byDesign, ...byDesign, ...argument?.byPipes };
  return { ...parameter, options: { ...stated, ...parameter.options } };
}

/** What a handler does without, the callback does without too. */
function withoutType({ default: value, required }: ParamOptions = {}): ParamOptions {
  return {
    ...(value === undefined ? {} : { default: value }),
    ...(required === undefined ? {} : { required }),
  };
}

function isTyped({ signature, options, list, designType }: ParameterDeclaration): boolean {
  return (signature ?? options?.type ?? options?.enum ?? list ?? designType) !== undefined;
}

/** What the pipes of Nest make of a value. */
const TYPES: readonly (readonly [
  pipe: abstract new (...args: never[]) => object,
  options: ParamOptions,
])[] = [
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
