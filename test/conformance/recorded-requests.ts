import { Agent } from 'node:http';
import { expect, inject } from 'vitest';
import type { JsonValue } from '../support/schema-types.js';
import type { AdapterName, TestApplication } from '../support/application.js';
import { comparableResult, type Verdict } from './recorded-values.js';

/**
 * The rows of a schema that are sent on an adapter: all of them on Fastify in the bare variant and on Express in the usual
 * one, else each fourth. What is recorded is the validation, which is the same in all four, and the ways in which values
 * arrive, which each fourth has too.
 */
export function rowsOf(
  verdicts: readonly Verdict[],
  name: string,
  adapter: AdapterName,
): readonly Verdict[] {
  const rows = verdicts.filter(({ schema }) => schema === name);
  const isWhole = adapter === (inject('variant') === 'usual' ? 'express' : 'fastify');
  return isWhole ? rows : rows.filter((_, index) => index % 4 === 0);
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
