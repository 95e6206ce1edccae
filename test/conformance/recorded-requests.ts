import { Agent } from 'node:http';
import { expect } from 'vitest';
import type { JsonValue } from '../support/schema-types.js';
import type { AdapterName, TestApplication } from '../support/application.js';
import { IS_WHOLE, tenthOf } from '../support/extent.js';
import { comparableResult, type Verdict } from './recorded-values.js';

/**
 * The rows of a schema that are sent on an adapter. What is recorded is the validation, which neither the adapter nor the
 * usual parts change: all rows are sent once, on Fastify, and otherwise a tenth, which has the ways in which values arrive.
 */
export function rowsOf(
  verdicts: readonly Verdict[],
  name: string,
  adapter: AdapterName,
): readonly Verdict[] {
  const rows = verdicts.filter(({ schema }) => schema === name);
  return IS_WHOLE && adapter === 'fastify' ? rows : tenthOf(rows);
}

/** The rows whose verdict over HTTP is not the recorded one. */
export async function disagreements(
  app: TestApplication,
  rows: readonly Verdict[],
): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  const agent = new Agent({ keepAlive: true });
  for (const row of rows) {
    const { status, body } = await request(app, row, agent);
    const actual = verdictOf(status, body);
    const expected = row.ok
      ? { ok: true, result: row.result }
      : { ok: false, code: row.code, detail: row.detail };
    if (!isEqual(actual, expected)) found.push({ row, actual });
  }
  agent.destroy();
  return found;
}

function request(app: TestApplication, { schema, via, value }: Verdict, agent: Agent) {
  const path = `/api/acme/v1/${schema}`;
  if (via === 'absent') return app.fetch('GET', path, { agent });
  if (via === 'query') return app.fetch('GET', `${path}?${queryOf(value)}`, { agent });
  const headers = { 'content-type': 'application/json' };
  return app.fetch('POST', path, { headers, body: JSON.stringify({ v: value }), agent });
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
function isEqual(a: unknown, b: unknown): boolean {
  if (comparableResult(a) === comparableResult(b)) return true;
  try {
    expect(a).toEqual(b);
    return true;
  } catch {
    return false; // the rows that disagree are listed together
  }
}
