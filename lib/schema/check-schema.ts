import { compileSchema, INVALID } from './compile-schema.js';
import { diagnostic, type SchemaDiagnostic } from './schema-diagnostic.js';
import type { SchemaKeyword } from './keyword.js';
import { keywords } from './keywords/keywords.js';
import { baseType } from './schema-type.js';
import { valueTypes } from './types/types.js';
import type { JsonValue, SchemaType, ValueSchema } from './vocabulary.js';

export type { SchemaDiagnostic };

type CheckedSchema = ValueSchema & { readonly default?: JsonValue };

/** Keywords that limit no value by themselves. */
const ANNOTATIONS: ReadonlySet<string> = new Set(['type', 'description', 'default', 'required']);

const NO_SCHEMAS: readonly (readonly [string, unknown])[] = [];

const KEYWORDS: ReadonlyMap<string, SchemaKeyword> = new Map(
  keywords.map((keyword) => [keyword.name, keyword]),
);

/**
 * What is wrong with a schema itself: unknown types and keywords, keywords that do not apply to the
 * type, limits that are invalid or contradict each other, a pattern that does not compile, an unknown
 * format, an enum that is empty or of another type, a default that the schema rejects. Empty for a valid
 * schema.
 *
 * @param isChecked Whether an inner schema is known to be valid, and need not be checked again.
 * @example
 * checkSchema({ type: 'integer', minLength: 2 })
 * // [{ keyword: 'minLength', expected: 'a schema of type string', received: '"integer"' }]
 */
export function checkSchema(
  schema: CheckedSchema,
  isChecked: (inner: ValueSchema) => boolean = () => false,
): readonly SchemaDiagnostic[] {
  if (!hasKnownType(schema)) return [unknownType(schema)];
  const diagnostics = keywordDiagnostics(schema);
  for (const [path, inner] of innerSchemas(schema)) {
    diagnostics.push(...innerDiagnostics(path, inner, isChecked));
  }
  // A schema with an error may not compile: its default is checked once the error is fixed.
  return diagnostics.length > 0 ? diagnostics : defaultDiagnostics(schema);
}

function unknownType({ type }: ValueSchema): SchemaDiagnostic {
  const known = Object.keys(valueTypes).join(', ');
  return diagnostic('type', `one of ${known}, or a list of one of these and "null"`, type);
}

/** The diagnostics of a schema within a schema, with its path before each keyword. */
function innerDiagnostics(
  path: string,
  inner: unknown,
  isChecked: (inner: ValueSchema) => boolean,
): readonly SchemaDiagnostic[] {
  if (!isSchemaLike(inner)) return [diagnostic(path, 'a schema', inner)];
  if (isChecked(inner)) return [];
  return checkSchema(inner, isChecked).map((one) => ({
    ...one,
    keyword: `${path}.${one.keyword}`,
  }));
}

function hasKnownType({ type }: ValueSchema): boolean {
  if (!Array.isArray(type)) return isTypeName(type);
  return type.length === 2 && isTypeName(type[0]) && type[1] === 'null';
}

function isTypeName(name: unknown): name is SchemaType {
  return typeof name === 'string' && Object.hasOwn(valueTypes, name);
}

function keywordDiagnostics(schema: ValueSchema): SchemaDiagnostic[] {
  const type = baseType(schema);
  const diagnostics: SchemaDiagnostic[] = [];
  for (const name of Object.keys(schema)) {
    if (ANNOTATIONS.has(name) || Reflect.get(schema, name) === undefined) continue;
    const keyword = KEYWORDS.get(name);
    if (keyword === undefined) {
      diagnostics.push(
        diagnostic(name, `one of ${keywords.map((one) => one.name).join(', ')}`, name),
      );
    } else diagnostics.push(...diagnosticsOf(keyword, schema, type));
  }
  return diagnostics;
}

function diagnosticsOf(
  keyword: SchemaKeyword,
  schema: ValueSchema,
  type: SchemaType,
): readonly SchemaDiagnostic[] {
  if (keyword.types.includes(type)) return keyword.diagnostics(schema, type);
  return [diagnostic(keyword.name, `a schema of type ${keyword.types.join(' or ')}`, type)];
}

/** The schemas within a schema, by their paths. */
function innerSchemas({ items, properties }: ValueSchema): readonly (readonly [string, unknown])[] {
  if (items === undefined && properties === undefined) return NO_SCHEMAS;
  const named = Object.entries(properties ?? {}).map(
    ([name, schema]) => [`properties.${name}`, schema] as const,
  );
  return items === undefined ? named : [['items', items], ...named];
}

function isSchemaLike(schema: unknown): schema is CheckedSchema {
  return typeof schema === 'object' && schema !== null;
}

function defaultDiagnostics(schema: CheckedSchema): readonly SchemaDiagnostic[] {
  if (schema.default === undefined) return [];
  const validator = compileSchema(schema, { engine: 'interpreted' });
  if (validator.parse(schema.default) !== INVALID) return [];
  const { message } = validator.explain(schema.default, 'the default');
  return [diagnostic('default', `a value that the schema accepts (${message})`, schema.default)];
}
