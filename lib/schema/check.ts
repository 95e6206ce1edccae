import { compileSchema, INVALID } from './compile.js';
import type { SchemaDiagnostic } from './schema-diagnostic.js';
import { diagnostic } from './schema-diagnostic.js';
import type { KeywordLaw } from './keyword.js';
import { keywords } from './keywords/keywords.js';
import { baseType } from './schema-type.js';
import { valueTypes } from './types/types.js';
import type { JsonValue, SchemaType, ValueSchema } from './vocabulary.js';

export type { SchemaDiagnostic };

type CheckedSchema = ValueSchema & { readonly default?: JsonValue };

/** Words of a schema that limit no value by themselves. */
const ANNOTATIONS: ReadonlySet<string> = new Set(['type', 'description', 'default', 'required']);

const NO_SCHEMAS: readonly (readonly [string, unknown])[] = [];

const LAWS: ReadonlyMap<string, KeywordLaw> = new Map(keywords.map((law) => [law.name, law]));

/**
 * What is wrong with a schema itself: unknown types and keywords, keywords that do not apply to the
 * type, limits that are no limits or contradict each other, a pattern that does not compile, an
 * unknown format, an enum that is empty or of another type, a default that the schema rejects.
 * Nothing for a lawful schema.
 *
 * @param isChecked Whether an inner schema is known to be lawful, and need not be looked at again.
 * @example
 * checkSchema({ type: 'integer', minLength: 2 })
 * // [{ keyword: 'minLength', expected: 'a schema of type string', received: '"integer"' }]
 */
export function checkSchema(
  schema: CheckedSchema,
  isChecked: (inner: ValueSchema) => boolean = () => false,
): readonly SchemaDiagnostic[] {
  if (!hasKnownType(schema)) {
    const known = Object.keys(valueTypes).join(', ');
    return [
      diagnostic('type', `one of ${known}, or a list of one of these and "null"`, schema.type),
    ];
  }
  const diagnostics = keywordDiagnostics(schema);
  for (const [path, inner] of innerSchemas(schema)) {
    if (!isSchemaLike(inner)) diagnostics.push(diagnostic(path, 'a schema', inner));
    else if (!isChecked(inner)) {
      for (const one of checkSchema(inner, isChecked)) {
        diagnostics.push({ ...one, keyword: `${path}.${one.keyword}` });
      }
    }
  }
  // A faulty schema may not even compile: its default waits until it is mended.
  return diagnostics.length > 0 ? diagnostics : defaultDiagnostics(schema);
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
    const law = LAWS.get(name);
    if (law === undefined) {
      diagnostics.push(
        diagnostic(name, `one of ${keywords.map((one) => one.name).join(', ')}`, name),
      );
    } else diagnostics.push(...lawDiagnostics(law, schema, type));
  }
  return diagnostics;
}

function lawDiagnostics(
  law: KeywordLaw,
  schema: ValueSchema,
  type: SchemaType,
): readonly SchemaDiagnostic[] {
  if (law.types.includes(type)) return law.diagnostics(schema, type);
  return [diagnostic(law.name, `a schema of type ${law.types.join(' or ')}`, type)];
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
