import { nestedSchemas, isSchemaLike } from './keywords/nested-schemas.js';
import { compileSchema, INVALID } from './compile-schema.js';
import { type SchemaKeyword, diagnostic, type SchemaDiagnostic } from './engine/keyword.js';
import { valueTypes } from './types/types.js';
import {
  NO_DEFINITIONS,
  type Definitions,
  type PropertySchema,
  type SchemaType,
  type ValueSchema,
  typesOf,
} from './vocabulary.js';
import { isCombined } from './keywords/combination.js';
import { keywords } from './keywords/keywords.js';

/** Keywords that do not limit values by themselves. */
const ANNOTATIONS: ReadonlySet<string> = new Set(['type', 'default']);

/** The keywords of WordPress's schemas beside limits: for documents, or for its own functions. */
export const WORDPRESS_ANNOTATIONS: ReadonlySet<string> = new Set([
  'readonly',
  'context',
  '$schema',
  'example',
  'deprecated',
  'arg_options',
]);

const TEXT_ANNOTATIONS: ReadonlySet<string> = new Set(['title', 'description']);

/** The keywords that WordPress applies to a value of any type. */
const UNTYPED: ReadonlySet<string> = new Set(['enum', 'format', 'anyOf', 'oneOf']);

const KEYWORDS: ReadonlyMap<string, SchemaKeyword> = new Map(
  keywords.map((keyword) => [keyword.name, keyword]),
);

/** The maximum depth of nested schemas. It also rejects a schema that contains itself. */
const MAXIMUM_LEVELS = 64;

/** The maximum number of checks of a schema, so that a small value cannot cost much time. */
const MAXIMUM_CHECKS = 20_000;

export type { SchemaDiagnostic };

/**
 * The errors in a schema itself: unknown types and keywords, keywords that do not apply to the type, limits that are
 * invalid or contradict each other, a pattern that does not compile, an unknown format, an enum that is empty or of
 * another type, a default that the schema rejects, too many nested schemas. Empty for a valid schema. The schema may
 * be any data.
 *
 * @param isChecked Whether a nested schema is known to be valid, and need not be checked again.
 * @param isData Whether the schema is data for WordPress: it never validates a default, and ignores a keyword that
 *   does not apply to the type.
 * @param definitions The schemas to which `$ref` leads; without them, such objects may have any properties.
 * @example
 * checkSchema({ type: 'integer', minLength: 2 })
 * // [{ keyword: 'minLength', expected: 'a schema of type string', received: '"integer"' }]
 */
export function checkSchema(
  schema: PropertySchema,
  isChecked: (nested: ValueSchema) => boolean = () => false,
  isData = false,
  definitions: Definitions = NO_DEFINITIONS,
): readonly SchemaDiagnostic[] {
  if (!isSchemaLike(schema)) return [diagnostic('schema', 'a schema', schema)];
  const tooLarge = checkSize(schema);
  return tooLarge.length > 0 ? tooLarge : checkNode(schema, isChecked, isData, definitions);
}

function checkNode(
  schema: PropertySchema,
  isChecked: (nested: ValueSchema) => boolean,
  isData: boolean,
  definitions: Definitions,
): readonly SchemaDiagnostic[] {
  if (!hasKnownType(schema)) return [unknownType(schema)];
  const diagnostics = [
    ...checkKeywords(schema, isData),
    ...nestedSchemas(schema).flatMap(([path, nested]) => {
      if (!isSchemaLike(nested)) return [diagnostic(path, 'a schema', nested)];
      if (isChecked(nested)) return [];
      const found = checkNode(nested, isChecked, isData, definitions);
      return found.map((one) => ({ ...one, keyword: `${path}.${one.keyword}` }));
    }),
  ];
  // A schema with an error may not compile: its default is checked once the error is fixed.
  return diagnostics.length > 0 || isData ? diagnostics : checkDefault(schema, definitions);
}

function unknownType({ type }: ValueSchema): SchemaDiagnostic {
  const known = Object.keys(valueTypes).join(', ');
  return diagnostic('type', `one of ${known}, or a list of these without repetition`, type);
}

function hasKnownType({ type }: ValueSchema): boolean {
  if (type === undefined) return true;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.length > 0 && types.every(isTypeName) && new Set(types).size === types.length;
}

function isTypeName(name: unknown): name is SchemaType {
  return typeof name === 'string' && Object.hasOwn(valueTypes, name);
}

/** Checks the default of a valid schema. As in WordPress, `null` is not a default, whatever the type. */
export function checkDefault(
  schema: PropertySchema,
  definitions: Definitions,
): readonly SchemaDiagnostic[] {
  if (schema.default === undefined || schema.default === null) return [];
  const options = { engine: 'interpreted', multiples: 'decimal', definitions } as const;
  const validator = compileSchema(schema, options);
  if (validator.parse(schema.default) !== INVALID) return [];
  const { message } = validator.explain(schema.default, 'the default');
  return [diagnostic('default', `a value that the schema accepts (${message})`, schema.default)];
}

/**
 * Checks the size of a schema. A value of a schema with limits beside `anyOf` or `oneOf` is sanitized twice, so each
 * level of such nesting doubles the work.
 */
function checkSize(schema: ValueSchema): readonly SchemaDiagnostic[] {
  const checks = countChecks(schema, 0);
  if (checks <= MAXIMUM_CHECKS) return [];
  const name = schema.anyOf !== undefined ? 'anyOf' : schema.oneOf !== undefined ? 'oneOf' : 'type';
  return checks === Infinity
    ? [diagnostic(name, `at most ${MAXIMUM_LEVELS} levels of schemas`, 'more levels')]
    : [diagnostic(name, `a schema that needs at most ${MAXIMUM_CHECKS} checks`, 'more checks')];
}

/** The number of checks of the limits beside alternatives: one for each type of an alternative. */
function repetitions({ type, anyOf, oneOf }: ValueSchema): number {
  const alternatives = [anyOf, oneOf].flatMap((schemas) =>
    Array.isArray(schemas) ? [schemas.length] : [],
  );
  if (alternatives.length === 0) return 1;
  return type === undefined ? 2 * Math.max(...alternatives) : 2;
}

/** Counts the checks of a schema, up to the limit. */
function countChecks(schema: ValueSchema, level: number): number {
  if (level > MAXIMUM_LEVELS) return Infinity;
  const factor = repetitions(schema);
  let checks = 1;
  for (const [path, nested] of nestedSchemas(schema)) {
    if (!isSchemaLike(nested)) continue;
    const isAlternative = path.startsWith('anyOf.') || path.startsWith('oneOf.');
    checks += countChecks(nested, level + 1) * (isAlternative ? 1 : factor);
    if (checks > MAXIMUM_CHECKS) return checks;
  }
  return checks;
}

/** Checks the keywords of one schema, without the schemas within it. */
function checkKeywords(schema: ValueSchema, isData: boolean): readonly SchemaDiagnostic[] {
  const types = typesOf(schema);
  return Object.entries(schema).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const wrong = checkKeyword(name, value, schema, types, isData);
    const keyword = KEYWORDS.get(name);
    return isData && keyword !== undefined && !appliesTo(keyword, schema, types) ? [] : wrong;
  });
}

function checkKeyword(
  name: string,
  value: unknown,
  schema: ValueSchema,
  types: readonly SchemaType[],
  isData: boolean,
): readonly SchemaDiagnostic[] {
  if (ANNOTATIONS.has(name) || WORDPRESS_ANNOTATIONS.has(name)) return [];
  // Data for WordPress cannot have them.
  if ((name === '$ref' || name === 'enumNames') && !isData) return [];
  // `required` of a property or an argument does not limit values.
  if (name === 'required' && typeof value === 'boolean') return [];
  if (name === 'patternIsTrusted') {
    return typeof value === 'boolean' ? [] : [diagnostic(name, 'a boolean', value)];
  }
  if (TEXT_ANNOTATIONS.has(name)) {
    return typeof value === 'string' ? [] : [diagnostic(name, 'a text', value)];
  }
  const keyword = KEYWORDS.get(name);
  if (keyword === undefined) return [diagnostic(name, `one of ${keywordNames()}`, name)];
  if (appliesTo(keyword, schema, types)) return keyword.diagnostics(schema);
  const received = types.length > 1 ? types : (types[0] ?? 'no type');
  return [diagnostic(name, `a schema of type ${keyword.types.join(' or ')}`, received)];
}

function keywordNames(): string {
  return keywords.map((one) => one.name).join(', ');
}

/** Whether a keyword applies. Without a type, only keywords for any value do, unless an alternative states the type. */
function appliesTo(
  keyword: SchemaKeyword,
  schema: ValueSchema,
  types: readonly SchemaType[],
): boolean {
  if (types.length > 0) return types.some((type) => keyword.types.includes(type));
  return isCombined(schema) || UNTYPED.has(keyword.name);
}
