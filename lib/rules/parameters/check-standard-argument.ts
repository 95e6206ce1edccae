import type { CheckedArgument } from '../../model/checked/checked-parameter.js';
import {
  defaultOf,
  limitsIn,
  type ParameterDeclaration,
} from '../../model/declaration/parameter-declaration.js';
import { shownSchema } from '../../model/types/standard-json-schema.js';
import type { StandardSchema } from '../../model/types/standard-schema.js';
import type { TypeDiagnostic } from '../../model/types/type-schema.js';
import { isThenable } from '../../shared/thenable.js';
import type { ArgumentSchema } from '../../schema/vocabulary.js';

/** An argument whose values a Standard Schema validates; its JSON Schema is for documents only. */
export function checkStandardArgument(
  source: ParameterDeclaration,
  name: string,
  standard: StandardSchema,
): CheckedArgument | TypeDiagnostic[] {
  const { options = {}, signature, index } = source;
  const [limit] = Object.keys(limitsIn(source));
  if (limit !== undefined) {
    const expected = 'a Standard Schema without limits beside it';
    return [{ code: 'RR1006', expected, received: limit }];
  }
  const fallback = defaultOf(source);
  const issue = fallback === undefined ? undefined : firstIssue(standard, fallback);
  if (issue !== undefined) {
    const expected = `a value that the schema accepts (${issue})`;
    return [{ code: 'RR1015', expected, received: JSON.stringify(fallback) }];
  }
  const mayBeAbsent = fallback !== undefined || signature?.optional === true;
  const { description = signature?.description } = options;
  const schema: ArgumentSchema = {
    ...shownSchema(standard),
    ...(description === undefined ? {} : { description }),
    required: options.required ?? !(mayBeAbsent || firstIssue(standard, undefined) === undefined),
    ...(fallback === undefined ? {} : { default: fallback }),
  };
  const { match } = options;
  return { kind: 'argument', index, name, schema, hydrations: [], match, standard };
}

/**
 * What a schema says against a value; `undefined` where it accepts it. One that validates asynchronously
 * or throws cannot be asked at startup: it must state `required: false` for an argument that may be absent.
 */
function firstIssue(schema: StandardSchema, value: unknown): string | undefined {
  try {
    const result = schema['~standard'].validate(value);
    if (isThenable(result)) {
      result.then(undefined, () => undefined);
      return value === undefined ? 'it validates asynchronously' : undefined;
    }
    return result.issues?.[0]?.message ?? (result.issues === undefined ? undefined : 'invalid');
  } catch (error) {
    return value === undefined ? String(error) : undefined;
  }
}
