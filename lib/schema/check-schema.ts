import { checkKeywords } from './checking/check-keywords.js';
import { checkSize } from './checking/check-size.js';
import { innerSchemas, isSchemaLike, type CheckedSchema } from './checking/inner-schemas.js';
import { compileSchema, INVALID } from './compile-schema.js';
import { diagnostic, type SchemaDiagnostic } from './schema-diagnostic.js';
import { valueTypes } from './types/types.js';
import type { SchemaType, ValueSchema } from './vocabulary.js';

export type { SchemaDiagnostic };

/**
 * What is wrong with a schema itself: unknown types and keywords, keywords that do not apply to the
 * type, limits that are invalid or contradict each other, a pattern that does not compile, an unknown
 * format, an enum that is empty or of another type, a default that the schema rejects, too many schemas
 * within each other. Empty for a valid schema. The schema may be any data.
 *
 * @param isChecked Whether an inner schema is known to be valid, and need not be checked again.
 * @param checksDefaults Whether a default must be valid. WordPress accepts any, and never validates one.
 * @example
 * checkSchema({ type: 'integer', minLength: 2 })
 * // [{ keyword: 'minLength', expected: 'a schema of type string', received: '"integer"' }]
 */
export function checkSchema(
  schema: CheckedSchema,
  isChecked: (inner: ValueSchema) => boolean = () => false,
  checksDefaults = true,
): readonly SchemaDiagnostic[] {
  if (!isSchemaLike(schema)) return [diagnostic('schema', 'a schema', schema)];
  const tooLarge = checkSize(schema);
  return tooLarge.length > 0 ? tooLarge : checkNode(schema, { isChecked, checksDefaults });
}

interface Context {
  readonly isChecked: (inner: ValueSchema) => boolean;
  readonly checksDefaults: boolean;
}

function checkNode(schema: CheckedSchema, context: Context): readonly SchemaDiagnostic[] {
  if (!hasKnownType(schema)) return [unknownType(schema)];
  const diagnostics = [
    ...checkKeywords(schema),
    ...innerSchemas(schema).flatMap(([path, inner]) => checkInner(path, inner, context)),
  ];
  // A schema with an error may not compile: its default is checked once the error is fixed.
  return diagnostics.length > 0 || !context.checksDefaults ? diagnostics : checkDefault(schema);
}

function unknownType({ type }: ValueSchema): SchemaDiagnostic {
  const known = Object.keys(valueTypes).join(', ');
  return diagnostic('type', `one of ${known}, or a list of these without repetition`, type);
}

/** The diagnostics of a schema within a schema, with its path before each keyword. */
function checkInner(path: string, inner: unknown, context: Context): readonly SchemaDiagnostic[] {
  if (!isSchemaLike(inner)) return [diagnostic(path, 'a schema', inner)];
  if (context.isChecked(inner)) return [];
  return checkNode(inner, context).map((one) => ({ ...one, keyword: `${path}.${one.keyword}` }));
}

function hasKnownType({ type }: ValueSchema): boolean {
  if (type === undefined) return true;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.length > 0 && types.every(isTypeName) && new Set(types).size === types.length;
}

function isTypeName(name: unknown): name is SchemaType {
  return typeof name === 'string' && Object.hasOwn(valueTypes, name);
}

/** As in WordPress, `null` is no default, whatever the type. */
function checkDefault(schema: CheckedSchema): readonly SchemaDiagnostic[] {
  if (schema.default === undefined || schema.default === null) return [];
  const validator = compileSchema(schema, { engine: 'interpreted' });
  if (validator.parse(schema.default) !== INVALID) return [];
  const { message } = validator.explain(schema.default, 'the default');
  return [diagnostic('default', `a value that the schema accepts (${message})`, schema.default)];
}
