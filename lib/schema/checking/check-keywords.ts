import type { SchemaKeyword } from '../keyword.js';
import { isCombined } from '../keywords/combinations/combination.js';
import { keywords } from '../keywords/keywords.js';
import { diagnostic, type SchemaDiagnostic } from '../schema-diagnostic.js';
import { typesOf } from '../schema-type.js';
import type { SchemaType, ValueSchema } from '../vocabulary.js';

/** Keywords that limit no value by themselves. */
const ANNOTATIONS: ReadonlySet<string> = new Set(['type', 'default']);

const TEXT_ANNOTATIONS: ReadonlySet<string> = new Set(['title', 'description']);

/** The keywords that WordPress applies to a value of any type. */
const UNTYPED: ReadonlySet<string> = new Set(['enum', 'format', 'anyOf', 'oneOf']);

const KEYWORDS: ReadonlyMap<string, SchemaKeyword> = new Map(
  keywords.map((keyword) => [keyword.name, keyword]),
);

/** What is wrong with the keywords of one schema, without the schemas within it. */
export function checkKeywords(schema: ValueSchema): readonly SchemaDiagnostic[] {
  const types = typesOf(schema);
  return Object.entries(schema).flatMap(([name, value]) =>
    value === undefined ? [] : checkKeyword(name, value, schema, types),
  );
}

function checkKeyword(
  name: string,
  value: unknown,
  schema: ValueSchema,
  types: readonly SchemaType[],
): readonly SchemaDiagnostic[] {
  if (ANNOTATIONS.has(name)) return [];
  // `required` of a property or an argument limits no value.
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

/** Without a type, only what applies to any value does, unless an alternative brings the type. */
function appliesTo(
  keyword: SchemaKeyword,
  schema: ValueSchema,
  types: readonly SchemaType[],
): boolean {
  if (types.length > 0) return types.some((type) => keyword.types.includes(type));
  return isCombined(schema) || UNTYPED.has(keyword.name);
}
