import type { ArgumentSchema, ValueSchema } from '../schema/vocabulary.js';
import type { FileLimits } from './files.js';
import type { ClassHandle } from './types/declared-type.js';
import type { StandardSchema } from './types/standard-schema.js';

/** A part of an argument whose sanitized value becomes an object of a class. */
export interface Hydration {
  readonly schema: ValueSchema;
  readonly into: 'date' | ClassHandle;
}

/** A parameter that is an argument of the request. */
export interface CheckedArgument {
  readonly kind: 'argument';
  readonly index: number;
  readonly name: string;
  readonly schema: ArgumentSchema;
  readonly hydrations: readonly Hydration[];
  /** The pattern that decides which values of its placeholder match the route. */
  readonly match?: string | undefined;
  /** Validates the values in place of `schema`, which then is for documents only. */
  readonly standard?: StandardSchema;
  /** Its values are files of a form; `schema` then is for documents only. */
  readonly file?: FileLimits;
}

/** A parameter with `@Arguments()`: each of its properties is an argument. */
export interface CheckedArguments {
  readonly kind: 'arguments';
  readonly index: number;
  readonly members: readonly CheckedArgument[];
  /** The class of the object that the method receives; a plain object without one. */
  readonly into?: ClassHandle;
}

/** What the rules make of a parameter: an argument with its schema, or another source of its value. */
export type CheckedParameter =
  | CheckedArgument
  | CheckedArguments
  | { readonly kind: 'service'; readonly index: number; readonly handle: ClassHandle }
  | { readonly kind: 'request'; readonly index: number }
  | { readonly kind: 'nest'; readonly index: number };

/** The arguments that the parameters of a method take, in their order. */
export function argumentsOf(parameters: readonly CheckedParameter[]): readonly CheckedArgument[] {
  return parameters.flatMap((parameter) => {
    if (parameter.kind === 'argument') return [parameter];
    return parameter.kind === 'arguments' ? parameter.members : [];
  });
}
