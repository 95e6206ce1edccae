import type { CheckedArgument, Hydration } from '../../model/checked-parameter.js';
import type { ClassReaders } from '../../model/declaration/class-readers.js';
import {
  defaultOf,
  isRequiredBy,
  limitsIn,
  type ParameterDeclaration,
} from '../../model/declaration/parameter-declaration.js';
import { fileTypeOf } from '../../model/files/file-type.js';
import type { DeclaredType } from '../../model/types/declared-type.js';
import { withMarks } from '../../model/types/data-schema.js';
import { isStandardSchema, type StandardSchema } from '../../model/types/standard-schema.js';
import {
  isTypeDiagnostic,
  schemaOfType,
  withSchema,
  type TypeDiagnostic,
} from '../../model/types/type-schema.js';
import { checkSchema } from '../../schema/check-schema.js';
import type { ArgumentSchema, ValueSchema } from '../../schema/vocabulary.js';
import { mergeObjects } from '../../shared/merge-objects.js';
import { checkFileArgument } from './check-file-argument.js';
import { misplacedFileOptions } from './check-file-options.js';
import { objectSchemaMaker } from './check-value-class.js';
import { optionDetails } from './parameter-finding.js';
import { shownSchema } from '../../model/types/standard-json-schema.js';
import { isThenable } from '../../shared/thenable.js';

/** Makes the schema of an argument, or says why there is none: its type, a limit or its default. */
export function checkArgument(
  source: ParameterDeclaration,
  name: string,
  type: DeclaredType,
  { properties }: ClassReaders,
): CheckedArgument | TypeDiagnostic[] {
  const stated = source.options?.schema;
  const file = fileTypeOf(type);
  if (file !== undefined) return checkFileArgument(source, name, file);
  const misplaced = [...misplacedFileOptions(source), ...replacedFile(source)];
  if (misplaced.length > 0) return misplaced;
  if (isStandardSchema(stated)) return checkStandardArgument(source, name, stated);
  const made = schemaOfType(type, objectSchemaMaker(properties));
  if (isTypeDiagnostic(made)) return [made];
  const whole = withSchema(made, argumentSchema(made.schema, source));
  const { schema, hydrations } = whole;
  const isOwn = stated === undefined;
  const wrong = checkSchema(schema, (inner) => isCheckedClass(inner, hydrations), isOwn);
  if (wrong.length > 0) return wrong.map((one) => optionDetails(one, !isOwn));
  const { index, options: { match } = {} } = source;
  return { kind: 'argument', index, name, schema, hydrations, match };
}

/** A file whose type `@Param` replaces would be an argument of the body that holds no file. */
function replacedFile({ signature }: ParameterDeclaration): readonly TypeDiagnostic[] {
  const isFile = signature !== undefined && fileTypeOf(signature.type) !== undefined;
  const expected = 'a file without another type in @Param or @ListOf';
  return isFile ? [{ code: 'RR1006', expected, received: 'another type' }] : [];
}

/** The value classes within have been checked already, property by property. */
function isCheckedClass(inner: ValueSchema, hydrations: readonly Hydration[]): boolean {
  return hydrations.some(({ schema, into }) => schema === inner && into !== 'date');
}

function argumentSchema(schema: ValueSchema, source: ParameterDeclaration): ArgumentSchema {
  const { options, signature } = source;
  const fallback = defaultOf(source);
  const description = options?.description ?? signature?.description;
  const head = description === undefined ? schema : { ...schema, description };
  const isRequired = isRequiredBy(source);
  const required =
    !isRequired && typeof schema.required === 'object' ? schema.required : isRequired;
  const limits = mergeObjects(limitsIn(source), { required });
  return mergeObjects(
    isRequired ? withMarks(head) : head,
    limits,
    fallback === undefined ? undefined : { default: fallback },
  );
}

/** An argument whose values a Standard Schema validates; its JSON Schema is for documents only. */
function checkStandardArgument(
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
