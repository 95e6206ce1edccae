import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainNode } from '../../lib/schema/engine/explain.js';
import { generate } from '../../lib/schema/engine/compiled.js';
import { checkSchema } from '../../lib/schema/check-schema.js';
import { compileSchema, INVALID } from '../../lib/schema/schema.js';
import { near, schemas } from './arbitraries.js';

const RUNS = { numRuns: 1500 };

const cases = schemas.chain((schema) =>
  fc.array(near(schema), { minLength: 1, maxLength: 5 }).map((several) => ({ schema, several })),
);

describe('random schemas and values', () => {
  it('generated code and closures return the same result and leave the value unchanged', () => {
    const outcomes = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(cases, ({ schema, several }) => {
        const compiled = generate(schema, new Map());
        const interpreted = compileSchema(schema, { engine: 'interpreted' });
        for (const value of several) {
          const before = JSON.stringify(value);
          const parsed = compiled(value);
          // Not toStrictEqual, which takes a property named constructor for the object's class.
          expect(isDeepStrictEqual(parsed, interpreted.parse(value))).toBe(true);
          expect(JSON.stringify(parsed)).toBe(JSON.stringify(interpreted.parse(value)));
          expect(JSON.stringify(value)).toBe(before);
          outcomes[parsed === INVALID ? 'refused' : 'accepted']++;
        }
      }),
      RUNS,
    );
    expect(outcomes.accepted).toBeGreaterThan(1000);
    expect(outcomes.refused).toBeGreaterThan(1000);
  });

  it('a rejected value has a reason, and an accepted value has none', () => {
    fc.assert(
      fc.property(cases, ({ schema, several }) => {
        const { parse } = compileSchema(schema);
        for (const value of several) {
          const refused = parse(value) === INVALID;
          expect(explainNode(schema, value, 'v') !== undefined).toBe(refused);
        }
      }),
      RUNS,
    );
  });

  it('the schema is valid', () => {
    fc.assert(
      fc.property(schemas, (schema) => {
        expect(checkSchema(schema)).toEqual([]);
      }),
      RUNS,
    );
  });
});

it('a schema of twenty levels compiles like one of two levels', () => {
  const nested = (levels: number): Parameters<typeof compileSchema>[0] =>
    levels === 0
      ? { type: 'integer' }
      : { type: 'object', properties: { in: nested(levels - 1) }, additionalProperties: false };
  const valueOf = (levels: number): unknown => (levels === 0 ? '7' : { in: valueOf(levels - 1) });
  expect(JSON.stringify(compileSchema(nested(20)).parse(valueOf(20)))).toMatch(/7\}{20}$/);
});
