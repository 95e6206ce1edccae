import type { ArgumentMetadata, ExecutionContext, ParamData, PipeTransform } from '@nestjs/common';
import {
  CUSTOM_ROUTE_ARGS_METADATA,
  PARAMTYPES_METADATA,
  RESPONSE_PASSTHROUGH_METADATA,
  ROUTE_ARGS_METADATA,
  RouteParamtypes,
} from '@nestjs/common/internal';
import type { ApplicationConfig } from '@nestjs/core';
import { RouteParamsFactory } from '@nestjs/core/router/route-params-factory.js';
import type { Class } from '../../decorators/metadata.js';

/** A parameter that carries one of Nest's own decorators. */
export interface NestParameter {
  readonly index: number;
  readonly pipes: readonly (PipeTransform | (new (...args: never[]) => PipeTransform))[];
  readonly metadata: ArgumentMetadata;
  /** Whether pipes run on it: not on the request, the response and the like. */
  readonly isPipeable: boolean;
  extract(context: ExecutionContext): unknown;
}

/** What Nest's parameter decorators write, and pipes read. */
interface Entry {
  readonly index: number;
  readonly data?: unknown;
  readonly pipes?: NestParameter['pipes'];
  readonly schema?: unknown;
  readonly factory?: (data: unknown, context: ExecutionContext) => unknown;
}

const PIPEABLE: ReadonlySet<number> = new Set([
  RouteParamtypes.BODY,
  RouteParamtypes.RAW_BODY,
  RouteParamtypes.QUERY,
  RouteParamtypes.PARAM,
  RouteParamtypes.FILE,
  RouteParamtypes.FILES,
]);

export function readNestParameters(
  type: Class,
  methodName: string,
  config: ApplicationConfig,
): readonly NestParameter[] {
  const entries = Object.entries(entriesOf(type, methodName));
  if (entries.length === 0) return [];
  const factory = new RouteParamsFactory(config as never);
  const designTypes = Reflect.getMetadata(
    PARAMTYPES_METADATA,
    type.prototype as object,
    methodName,
  ) as readonly unknown[] | undefined;
  return entries.map(([key, entry]) =>
    key.includes(CUSTOM_ROUTE_ARGS_METADATA)
      ? customParameter(entry, designTypes)
      : builtInParameter(entry, Number(key.split(':')[0]), factory, designTypes),
  );
}

/** Whether the method takes the response, and so answers by itself, as in Nest. */
export function isAnsweredByMethod(type: Class, methodName: string): boolean {
  const isPassthrough: unknown = Reflect.getMetadata(
    RESPONSE_PASSTHROUGH_METADATA,
    type,
    methodName,
  );
  if (isPassthrough === true) return false;
  return Object.keys(entriesOf(type, methodName)).some((key) => {
    const kind = Number(key.split(':')[0]);
    return kind === RouteParamtypes.RESPONSE || kind === RouteParamtypes.NEXT;
  });
}

function customParameter(entry: Entry, designTypes: readonly unknown[] | undefined): NestParameter {
  const { factory, data } = entry;
  return {
    index: entry.index,
    pipes: entry.pipes ?? [],
    isPipeable: true,
    metadata: metadataOf('custom', entry, designTypes),
    extract: (context) => factory?.(data, context),
  };
}

function builtInParameter(
  entry: Entry,
  kind: number,
  factory: RouteParamsFactory,
  designTypes: readonly unknown[] | undefined,
): NestParameter {
  return {
    index: entry.index,
    pipes: entry.pipes ?? [],
    isPipeable: PIPEABLE.has(kind),
    metadata: metadataOf(pipeType(kind), entry, designTypes),
    extract: (context) => {
      const [req, res, next] = context.getArgs<[unknown, unknown, unknown]>();
      return factory.exchangeKeyForValue(
        kind,
        entry.data as ParamData as never,
        { req, res, next } as never,
      );
    },
  };
}

function metadataOf(
  type: ArgumentMetadata['type'],
  { data, schema, index }: Entry,
  designTypes: readonly unknown[] | undefined,
): ArgumentMetadata {
  return {
    type,
    metatype: designTypes?.[index],
    data,
    ...(schema === undefined ? {} : { schema }),
  } as ArgumentMetadata;
}

function pipeType(kind: number): ArgumentMetadata['type'] {
  if (kind === RouteParamtypes.BODY) return 'body';
  if (kind === RouteParamtypes.QUERY) return 'query';
  return kind === RouteParamtypes.PARAM ? 'param' : 'custom';
}

function entriesOf(type: Class, methodName: string): Readonly<Record<string, Entry>> {
  return (Reflect.getMetadata(ROUTE_ARGS_METADATA, type, methodName) ?? {}) as Record<
    string,
    Entry
  >;
}
