import { diagnostic } from '../../schema-diagnostic.js';
import type { SchemaKeyword } from '../../engine/keyword.js';
import { compilePattern, type Pattern } from '../../patterns/compile-pattern.js';
import type { ValueSchema } from '../../vocabulary.js';
import { patternDiagnostics } from '../pattern.keyword.js';

/**
 * `patternProperties`: the schema of properties whose names match an expression, for names that
 * `properties` does not list. The first expression that matches applies.
 */
export const patternProperties: SchemaKeyword = {
  name: 'patternProperties',
  types: ['object'],
  diagnostics({ patternProperties: named, patternIsTrusted }) {
    if (typeof named !== 'object' || named === null || Array.isArray(named)) {
      return [diagnostic('patternProperties', 'schemas by regular expression', named)];
    }
    return Object.keys(named).flatMap((source) =>
      patternDiagnostics('patternProperties', source, patternIsTrusted),
    );
  },
};

/** A compiled pattern of property names, and the schema of their values. */
export interface PatternProperty {
  readonly expression: Pattern;
  readonly schema: ValueSchema;
}

/** The patterns of a schema, in its order. */
export function patternPropertiesOf(schema: ValueSchema): readonly PatternProperty[] {
  return Object.entries(schema.patternProperties ?? {}).map(([source, one]) => ({
    expression: compilePattern(source, schema.patternIsTrusted),
    schema: one,
  }));
}
