import type { Hydrations } from '../values/hydrate.js';
import type { Parse } from '../values/invalid.js';
import { INVALID } from '../values/invalid.js';
import { acceptsNull, baseType } from '../schema-type.js';
import { valueTypes } from '../types/types.js';
import type { ValueSchema } from '../vocabulary.js';

/** A parser made of closures, for processes in which code generation is forbidden. */
export function interpret(schema: ValueSchema, hydrations: Hydrations): Parse {
  const type = valueTypes[baseType(schema)];
  const parse = hydrated(
    type.build(schema, (inner) => interpret(inner, hydrations)),
    schema,
    hydrations,
  );
  return acceptsNull(schema) ? (value) => (value === null ? null : parse(value)) : parse;
}

function hydrated(parse: Parse, schema: ValueSchema, hydrations: Hydrations): Parse {
  const hydrate = hydrations.get(schema);
  if (hydrate === undefined) return parse;
  return (value) => {
    const sanitized = parse(value);
    return sanitized === INVALID ? INVALID : hydrate(sanitized);
  };
}
