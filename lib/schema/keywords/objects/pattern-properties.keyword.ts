import { diagnostic } from '../../schema-diagnostic.js';
import type { SchemaKeyword } from '../../keyword.js';
import { compileWordPressPattern } from '../../text/wordpress-pattern.js';
import type { ValueSchema } from '../../vocabulary.js';
import { patternError } from '../pattern-error.js';

/**
 * `patternProperties`: the schema of properties whose names match an expression, for names that
 * `properties` does not list. The first expression that matches applies.
 */
export const patternProperties: SchemaKeyword = {
  name: 'patternProperties',
  types: ['object'],
  diagnostics({ patternProperties: named }) {
    if (typeof named !== 'object' || named === null || Array.isArray(named)) {
      return [diagnostic('patternProperties', 'schemas by regular expression', named)];
    }
    return Object.keys(named).flatMap((source) => {
      const error = patternError(source);
      if (error === undefined) return [];
      const expected = `regular expressions that compile (${error})`;
      return [diagnostic('patternProperties', expected, source)];
    });
  },
};

/** A compiled pattern of property names, and the schema of their values. */
export interface PatternProperty {
  readonly expression: RegExp;
  readonly schema: ValueSchema;
}

/** The patterns of a schema, in its order. */
export function patternPropertiesOf(schema: ValueSchema): readonly PatternProperty[] {
  return Object.entries(schema.patternProperties ?? {}).map(([source, one]) => ({
    expression: compileWordPressPattern(source),
    schema: one,
  }));
}
