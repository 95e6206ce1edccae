import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../lib/schema/vocabulary.js';
import { ADAPTERS, useRoutes, type TestApplication } from '../support/application.js';
import { RECORDINGS, type Verdict } from './recorded-values.js';
import { controllerOf } from './schema-controller.js';

const { schemas: RECORDED_SCHEMAS, verdicts: VERDICTS } = RECORDINGS.values;

test('there are more than 7000 recorded verdicts, at least one of each schema', () => {
  expect(VERDICTS.length).toBeGreaterThan(7000);
  expect(new Set(VERDICTS.map(({ schema }) => schema)).size).toBe(
    Object.keys(RECORDED_SCHEMAS).length,
  );
});

describe.each(ADAPTERS)('arguments are validated on %s as WordPress validates them', (adapter) => {
  const app = useRoutes(
    Object.entries(RECORDED_SCHEMAS).map(([name, schema]) => controllerOf(name, schema)),
    { adapter },
  );

  test.each(Object.keys(RECORDED_SCHEMAS))(
    '%s',
    async (name) => {
      const rows = VERDICTS.filter(({ schema }) => schema === name);
      const disagreements: unknown[] = [];
      for (const row of rows) {
        const { status, body } = await request(app, row);
        const actual = verdictOf(status, body);
        const expected = row.ok
          ? { ok: true, result: row.result }
          : { ok: false, code: row.code, detail: row.detail };
        if (!equal(actual, expected)) disagreements.push({ row, actual });
      }
      expect(disagreements).toEqual([]);
    },
    60_000,
  );
});

function request(app: TestApplication, { schema, via, value }: Verdict) {
  const path = `/api/acme/v1/${schema}`;
  if (via === 'absent') return app.fetch('GET', path);
  if (via === 'query') return app.fetch('GET', `${path}?${queryOf(value)}`);
  const headers = { 'content-type': 'application/json' };
  return app.fetch('POST', path, { headers, body: JSON.stringify({ v: value }) });
}

function queryOf(value: JsonValue | undefined): string {
  const encode = (text: unknown) => encodeURIComponent(String(text));
  if (Array.isArray(value)) return value.map((entry) => `v[]=${encode(entry)}`).join('&');
  return `v=${encode(value)}`;
}

function verdictOf(status: number, body: unknown): unknown {
  if (status === 200) return { ok: true, result: (body as { v: unknown }).v };
  const { code, data } = body as {
    code: string;
    data: { details?: Record<string, { code: string }> };
  };
  return { ok: false, code, detail: data.details?.['v']?.code };
}

/** Compares values: a recorded `7.0` equals `7`, and an absent detail equals `undefined`. */
function equal(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b) || expectEqual(a, b);
}

function expectEqual(a: unknown, b: unknown): boolean {
  try {
    expect(a).toEqual(b);
    return true;
  } catch {
    return false; // the rows that disagree are listed together
  }
}
