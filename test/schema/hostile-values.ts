import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { generate } from '../../lib/schema/engine/compiled.js';
import { explainNode } from '../../lib/schema/engine/explain.js';
import { compileSchema, INVALID } from '../../lib/schema/schema.js';
import type { ValueSchema } from '../../lib/schema/vocabulary.js';
import { pollution } from '../extra/fuzz/support/surroundings.js';
import { near, schemas, values } from './arbitraries.js';

/** How many values are put to each schema. */
const VALUES_OF_ONE_SCHEMA = 20;

/** A value as JSON brings it: `__proto__` is a property of its own. */
const hostile = fc.oneof(
  values,
  fc.jsonValue({ maxDepth: 6 }),
  fc
    .constantFrom(
      '{"__proto__":{"admin":true}}',
      '{"constructor":{"prototype":{"admin":true}}}',
      '[{"__proto__":[]},{"__proto__":[]}]',
      '{"length":4294967295,"0":"a"}',
      '{"toString":null,"valueOf":null,"hasOwnProperty":1}',
      '{"then":1,"toJSON":1}',
      '{"a":1e999,"b":-0,"c":1e-999}',
    )
    .map((text): unknown => JSON.parse(text)),
);

const cases = schemas.chain((schema) =>
  fc.record({
    schema: fc.constant(schema),
    several: fc.array(fc.oneof(near(schema), hostile), {
      minLength: VALUES_OF_ONE_SCHEMA,
      maxLength: VALUES_OF_ONE_SCHEMA,
    }),
  }),
);

/** What came of the values. */
export interface Outcomes {
  accepted: number;
  rejected: number;
}

/**
 * Puts random values to random schemas of the whole vocabulary: no engine may throw, change a value or a
 * prototype, or differ from the other one; a rejected value has a reason, an accepted one has none.
 */
export function tryHostileValues(count: number, seed?: number): Outcomes {
  const outcomes: Outcomes = { accepted: 0, rejected: 0 };
  fc.assert(
    fc.property(cases, ({ schema, several }) => {
      const compiled = generate(schema, new Map());
      const interpreted = compileSchema(schema, { engine: 'interpreted' }).parse;
      for (const value of several) {
        const fault = faultOf(schema, value, compiled(value), interpreted(value));
        if (fault !== undefined) throw new Error(`${fault}: ${JSON.stringify(value)}`);
        outcomes[compiled(value) === INVALID ? 'rejected' : 'accepted']++;
      }
    }),
    { numRuns: Math.ceil(count / VALUES_OF_ONE_SCHEMA), ...(seed === undefined ? {} : { seed }) },
  );
  return outcomes;
}

function faultOf(
  schema: ValueSchema,
  value: unknown,
  compiled: unknown,
  interpreted: unknown,
): string | undefined {
  const before = JSON.stringify(value);
  const isRejected = compiled === INVALID;
  if (!isDeepStrictEqual(compiled, interpreted)) return 'the engines differ';
  if (JSON.stringify(compiled) !== JSON.stringify(interpreted))
    return 'the engines differ in order';
  if ((explainNode(schema, value, 'v') !== undefined) !== isRejected) return 'a wrong reason';
  if (JSON.stringify(value) !== before) return 'the value has changed';
  return pollution().length === 0 ? undefined : 'a prototype has changed';
}
