import { compileSchema, parseDateTime, type Hydrate, type Validator } from '../../schema/schema.js';
import type { ArgumentSchema, ValueSchema } from '../../schema/vocabulary.js';
import type { CheckedArgument, Hydration } from '../checked/checked-parameter.js';
import type { ClassHandle } from '../types/declared-type.js';

/** An argument of a route, compiled. */
export interface ArgumentDefinition {
  /** Its place among the route's arguments. */
  readonly position: number;
  readonly name: string;
  readonly schema: ArgumentSchema;
  readonly validator: Validator;
  /** The value of a placeholder always comes from the path; any other from the body, then the query. */
  readonly isFromPath: boolean;
  /** Returns the sanitized default: a new object each time, so that no request sees another's. */
  readonly fallback: (() => unknown) | undefined;
  /** The parts that become objects of a class. */
  readonly hydrations: readonly Hydration[];
}

/** Returns what makes an instance of a value class from its sanitized properties. */
export type Instantiate = (handle: ClassHandle) => Hydrate;

/** Compiles an argument: its validator, and its default. */
export function compileArgument(
  { name, schema, hydrations }: CheckedArgument,
  position: number,
  isFromPath: boolean,
  instantiate: Instantiate,
): ArgumentDefinition {
  const hydrate = new Map<ValueSchema, Hydrate>(
    hydrations.map(({ schema: at, into }) => [at, into === 'date' ? toDate : instantiate(into)]),
  );
  const validator = compileSchema(schema, { hydrate });
  const fallback = fallbackOf(schema, validator);
  return Object.freeze({ position, name, schema, validator, isFromPath, fallback, hydrations });
}

function fallbackOf(
  { default: value }: ArgumentSchema,
  validator: Validator,
): (() => unknown) | undefined {
  if (value === undefined) return undefined;
  const isShareable = typeof value !== 'object' || value === null;
  return isShareable ? sharedFallback(value, validator) : () => validator.parse(value);
}

/** Parses the default on first use. A text may become a `Date`, which is not shared. */
function sharedFallback(value: unknown, validator: Validator): () => unknown {
  let made: { readonly value: unknown } | undefined;
  return () => {
    made ??= { value: validator.parse(value) };
    return made.value instanceof Date ? validator.parse(value) : made.value;
  };
}

function toDate(text: unknown): unknown {
  return parseDateTime(String(text));
}
