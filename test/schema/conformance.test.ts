import { describe, expect, it } from 'vitest';
import type { CompileOptions, Validator } from '../../lib/schema/schema.js';
import { compileSchema, INVALID } from '../../lib/schema/schema.js';
import {
  RECORDED_SCHEMAS,
  VERDICTS,
  type RecordedSchema,
  type Verdict,
} from '../conformance/recorded-values.js';

/** Applies what the pipeline does around a validator: defaults, and errors for missing arguments. */
function verdictOf(schema: RecordedSchema, validator: Validator, { via, value }: Verdict): unknown {
  const hasDefault = schema.default !== undefined;
  const given = via === 'absent' ? schema.default : value;
  if (given === undefined || (given === null && !hasDefault)) {
    return { ok: false, code: 'rest_missing_callback_param' };
  }
  const result = validator.parse(given);
  if (result !== INVALID) return { ok: true, result };
  return { ok: false, code: 'rest_invalid_param', detail: validator.explain(given, 'v').code };
}

function recorded({ ok, result, code, detail }: Verdict): unknown {
  return ok ? { ok, result } : { ok, code, ...(detail === undefined ? {} : { detail }) };
}

function disagreements(engine: CompileOptions['engine'] & string): readonly string[] {
  const validators = new Map(
    Object.entries(RECORDED_SCHEMAS).map(([name, schema]) => [
      name,
      compileSchema(schema, { engine }),
    ]),
  );
  return VERDICTS.flatMap((verdict) => {
    const schema = RECORDED_SCHEMAS[verdict.schema];
    const validator = validators.get(verdict.schema);
    if (schema === undefined || validator === undefined) return [`no schema ${verdict.schema}`];
    const ours = JSON.stringify(verdictOf(schema, validator, verdict));
    const theirs = JSON.stringify(recorded(verdict));
    const { via, value } = verdict;
    return ours === theirs
      ? []
      : [`${verdict.schema} ${via} ${JSON.stringify(value)}: WordPress ${theirs}, ours ${ours}`];
  });
}

describe('the verdicts recorded from WordPress', () => {
  it('exist', () => {
    expect(VERDICTS.length).toBeGreaterThan(0);
    expect(Object.keys(RECORDED_SCHEMAS).length).toBeGreaterThan(0);
  });

  it.each(['compiled', 'interpreted'] as const)(
    'are the verdicts of the %s engine too',
    (engine) => {
      expect(disagreements(engine)).toEqual([]);
    },
  );
});
