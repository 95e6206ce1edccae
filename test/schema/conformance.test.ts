import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CompileOptions, JsonValue, Validator, ValueSchema } from '../../lib/schema/schema.js';
import { compileSchema, INVALID } from '../../lib/schema/schema.js';

type RecordedSchema = ValueSchema & { readonly default?: JsonValue };

interface Verdict {
  readonly schema: string;
  readonly via: 'json' | 'query' | 'absent';
  readonly value?: JsonValue;
  readonly ok: boolean;
  readonly result?: JsonValue;
  readonly code?: string;
  readonly detail?: string;
}

const folder = new URL('../conformance/', import.meta.url);

function read(name: string): string {
  return readFileSync(new URL(name, folder), 'utf8');
}

const schemas = JSON.parse(read('schemas.json')) as Readonly<Record<string, RecordedSchema>>;
const verdicts = read('values.jsonl')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Verdict);

/** What the route layer does around a validator: defaults, and arguments that are missing. */
function answer(schema: RecordedSchema, validator: Validator, { via, value }: Verdict): unknown {
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
    Object.entries(schemas).map(([name, schema]) => [name, compileSchema(schema, { engine })]),
  );
  return verdicts.flatMap((verdict) => {
    const schema = schemas[verdict.schema];
    const validator = validators.get(verdict.schema);
    if (schema === undefined || validator === undefined) return [`no schema ${verdict.schema}`];
    const ours = JSON.stringify(answer(schema, validator, verdict));
    const theirs = JSON.stringify(recorded(verdict));
    const { via, value } = verdict;
    return ours === theirs
      ? []
      : [`${verdict.schema} ${via} ${JSON.stringify(value)}: host ${theirs}, ours ${ours}`];
  });
}

describe('the verdicts recorded from the host', () => {
  it('are there', () => {
    expect(verdicts.length).toBeGreaterThan(0);
    expect(Object.keys(schemas).length).toBeGreaterThan(0);
  });

  it.each(['compiled', 'interpreted'] as const)('are what the %s engine answers too', (engine) => {
    expect(disagreements(engine)).toEqual([]);
  });
});
