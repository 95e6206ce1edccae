import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import { listErrors } from '../diagnostics/violations-of.js';
import { isSchemaLike } from '../schema/keywords/nested-schemas.js';
import { checkSchema, compileSchema, INVALID } from '../schema/schema.js';
import type { DataSchema, ValueSchema } from '../schema/vocabulary.js';
import { valuesOfData } from '../types/data-schema.js';
import { invalidArguments } from './bind.js';

/** The name of a value in errors, if none is stated. */
const NAME = 'value';

/**
 * Makes the function that validates and converts values by a schema that is known only at run time, as an argument with
 * `@Param({ schema })` is on a route with `values: 'wordpress'`. It returns the converted value, and never changes what
 * it gets. Make it once for each schema.
 *
 * @example
 * const validate = schemaValidator({ type: 'integer', minimum: 1 });
 * validate('7') // 7
 * validate('0', 'page') // throws: 400 rest_invalid_param, data.details.page.code is rest_out_of_bounds
 *
 * @param schema In WordPress's dialect of JSON Schema. Its own `default`, and `required: true`, have no effect.
 * @returns A function of the value, and of its name in errors, `value` by default. It throws the `RestException` that
 *   a request with this value would get.
 * @throws InvalidArgumentException if the schema is not valid.
 * @see WordPress's `rest_validate_value_from_schema` and `rest_sanitize_value_from_schema`
 */
export function schemaValidator(schema: DataSchema): (value: unknown, name?: string) => unknown {
  // Data from outside may be anything: what is not a schema is reported below.
  const values: ValueSchema = isSchemaLike(schema) ? valuesOfData(schema) : (schema as never);
  const [wrong] = checkSchema(values, undefined, true);
  if (wrong !== undefined) {
    const { keyword, expected, received } = wrong;
    throw new InvalidArgumentException(
      `schemaValidator: ${keyword} of the schema is not valid. Expected ${expected}; received ${received}.`,
    );
  }
  // A schema that comes at run time may be one of many: no code is generated for it.
  const { parse, explain } = compileSchema(values, { engine: 'interpreted' });
  return (value, name = NAME) => {
    const result = parse(value);
    if (result !== INVALID) return result;
    throw invalidArguments(listErrors([{ name, ...explain(value, name) }]));
  };
}
