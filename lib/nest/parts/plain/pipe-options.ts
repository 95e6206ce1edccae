import {
  DefaultValuePipe,
  ParseBoolPipe,
  ParseDatePipe,
  ParseEnumPipe,
  ParseFloatPipe,
  ParseIntPipe,
  ParseUUIDPipe,
} from '@nestjs/common';
import type { EnumSource, ParamOptions } from '../../../model/declaration/param-options.js';
import { Format, type JsonValue } from '../../../schema/vocabulary.js';
import { mergeObjects } from '../../../shared/merge-objects.js';

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
