import { diagnostic, type SchemaDiagnostic } from '../schema-diagnostic.js';
import type { ValueSchema } from '../vocabulary.js';
import { innerSchemas, isSchemaLike } from './inner-schemas.js';

/** How deep schemas may be nested. A schema within itself, in a circle, has no end. */
const MAXIMUM_LEVELS = 64;

/** How many checks a schema may need, so that a small value cannot cost much time. */
const MAXIMUM_CHECKS = 20_000;

/**
 * What is wrong with the size of a schema. A value of a schema with limits beside `anyOf` or `oneOf` is
 * sanitized twice, so each level of such nesting doubles the work.
 */
export function checkSize(schema: ValueSchema): readonly SchemaDiagnostic[] {
  const checks = countChecks(schema, 0);
  if (checks <= MAXIMUM_CHECKS) return [];
  const name = schema.anyOf !== undefined ? 'anyOf' : schema.oneOf !== undefined ? 'oneOf' : 'type';
  return checks === Infinity
    ? [diagnostic(name, `at most ${MAXIMUM_LEVELS} levels of schemas`, 'more levels')]
    : [diagnostic(name, `a schema that needs at most ${MAXIMUM_CHECKS} checks`, 'more checks')];
}

/** How often the limits beside alternatives apply: once for each type that an alternative may bring. */
function repetitions({ type, anyOf, oneOf }: ValueSchema): number {
  const alternatives = [anyOf, oneOf].flatMap((schemas) =>
    Array.isArray(schemas) ? [schemas.length] : [],
  );
  if (alternatives.length === 0) return 1;
  return type === undefined ? 2 * Math.max(...alternatives) : 2;
}

/** Stops counting beyond the limit. */
function countChecks(schema: ValueSchema, level: number): number {
  if (level > MAXIMUM_LEVELS) return Infinity;
  const factor = repetitions(schema);
  let checks = 1;
  for (const [path, inner] of innerSchemas(schema)) {
    if (!isSchemaLike(inner)) continue;
    const isAlternative = path.startsWith('anyOf.') || path.startsWith('oneOf.');
    checks += countChecks(inner, level + 1) * (isAlternative ? 1 : factor);
    if (checks > MAXIMUM_CHECKS) return checks;
  }
  return checks;
}
