import { describe, expect, it } from 'vitest';
import type { CompileOptions } from '../../lib/schema/compile-schema.js';
import type { Validator } from '../../lib/schema/schema.js';
import { checkSchema } from '../../lib/schema/check-schema.js';
import { compileSchema, INVALID } from '../../lib/schema/schema.js';
import {
  comparableResult,
  hasWrongDefault,
  RECORDINGS,
  type RecordedSchema,
  type Recording,
  type Verdict,
} from '../conformance/recorded-values.js';

/** Applies what the pipeline does around a validator: defaults, and errors for missing arguments. */
function verdictOf(schema: RecordedSchema, validator: Validator, { via, value }: Verdict): unknown {
  const hasDefault = schema.default !== undefined;
  const given = via === 'absent' ? schema.default : value;
  if (via === 'absent' && given === null) return { ok: true, result: null };
  // A list of names in `required` does not make the argument itself required.
  const isRequired = !hasDefault && !Array.isArray(schema.required);
  if (given === undefined || (given === null && isRequired)) {
    return { ok: false, code: 'rest_missing_callback_param' };
  }
  const result = validator.parse(given);
  if (result !== INVALID) return { ok: true, result };
  return { ok: false, code: 'rest_invalid_param', detail: validator.explain(given, 'v').code };
}

function recorded({ ok, result, code, detail }: Verdict): unknown {
  return ok ? { ok, result } : { ok, code, ...(detail === undefined ? {} : { detail }) };
}

function disagreements(
  { schemas, verdicts }: Recording,
  engine: CompileOptions['engine'] & string,
): readonly string[] {
  const validators = new Map(
    Object.entries(schemas).map(([name, schema]) => [name, compileSchema(schema, { engine })]),
  );
  return verdicts.flatMap((verdict) => {
    const schema = schemas[verdict.schema];
    const validator = validators.get(verdict.schema);
    if (schema === undefined || validator === undefined) return [`no schema ${verdict.schema}`];
    if (hasWrongDefault(schema)) return [];
    const ours = comparableResult(verdictOf(schema, validator, verdict));
    const theirs = comparableResult(recorded(verdict));
    const { via, value } = verdict;
    return ours === theirs
      ? []
      : [`${verdict.schema} ${via} ${JSON.stringify(value)}: WordPress ${theirs}, ours ${ours}`];
  });
}

describe.each(Object.entries(RECORDINGS))(
  'the verdicts recorded from WordPress (%s)',
  (_name, recording) => {
    it('exist, for known schemas', () => {
      const judged = new Set(recording.verdicts.map(({ schema }) => schema));
      expect(Object.keys(recording.schemas)).toEqual(expect.arrayContaining([...judged]));
      expect(judged.size).toBeGreaterThan(30);
      expect(recording.verdicts.length).toBeGreaterThan(500);
    });

    it('are about valid schemas', () => {
      const wrong = Object.values(recording.schemas)
        .filter((schema) => !hasWrongDefault(schema))
        .flatMap((schema) => checkSchema(schema));
      expect(wrong).toEqual([]);
    });

    it.each(['compiled', 'interpreted'] as const)(
      'are the verdicts of the %s engine too',
      (engine) => {
        expect(disagreements(recording, engine)).toEqual([]);
      },
    );
  },
);
