import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { JsonValue, ValueSchema } from '../../lib/schema/vocabulary.js';
import { ADAPTERS, useRoutes, type TestApplication } from '../support/application.js';
import { readLines } from './recordings.js';
import { controllerOf } from './schema-controller.js';

interface Verdict {
  readonly schema: string;
  readonly via: 'json' | 'query' | 'absent';
  readonly value?: JsonValue;
  readonly ok: boolean;
  readonly result?: JsonValue;
  readonly code?: string;
  readonly detail?: string;
}

const schemas = JSON.parse(
  readFileSync(new URL('./schemas.json', import.meta.url), 'utf8'),
) as Record<string, ValueSchema>;
const verdicts = readLines<Verdict>('./values.jsonl');

test('the recordings are there', () => {
  expect(verdicts.length).toBeGreaterThan(7000);
  expect(new Set(verdicts.map(({ schema }) => schema)).size).toBe(Object.keys(schemas).length);
});

describe.each(ADAPTERS)('on %s, arguments are judged as on the host', (adapter) => {
  const app = useRoutes(
    Object.entries(schemas).map(([name, schema]) => controllerOf(name, schema)),
    { adapter },
  );

  test.each(Object.keys(schemas))(
    '%s',
    async (name) => {
      const rows = verdicts.filter(({ schema }) => schema === name);
      const disagreements: unknown[] = [];
      for (const row of rows) {
        const { status, body } = await ask(app, row);
        const answered = verdictOf(status, body);
        const expected = row.ok
          ? { ok: true, result: row.result }
          : { ok: false, code: row.code, detail: row.detail };
        if (!equal(answered, expected)) disagreements.push({ row, answered });
      }
      expect(disagreements).toEqual([]);
    },
    60_000,
  );
});

function ask(app: TestApplication, { schema, via, value }: Verdict) {
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

/** By value: a recorded `7.0` is our `7`, and an absent detail is none. */
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
