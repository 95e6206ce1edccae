import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProducers } from './support/producers.js';
import { casesOf } from './support/corpus.js';

/** What Vite's plugin makes is compared with the signatures themselves in corpus.test.ts. */
const CASES = casesOf('valid');

let folder: string;
let producers: Awaited<ReturnType<typeof createProducers>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rest-routes-producers-'));
  const echo = join(folder, 'echo.cjs');
  writeFileSync(echo, 'module.exports = { process: (code) => ({ code }) };\n');
  producers = await createProducers(echo);
});

afterAll(() => rmSync(folder, { recursive: true }));

describe.each(CASES)('valid: $name', (one) => {
  it('gets the same text from the loader, the plugin of esbuild and the transformer of Jest as from Vite', async () => {
    const { vite, ...others } = producers;
    const expected = await vite(one);
    for (const [name, produce] of Object.entries(others)) {
      expect([name, await produce(one)]).toEqual([name, expected]);
    }
  });
});

it('the text has signatures', async () => {
  const texts = await Promise.all(CASES.map((one) => producers.vite(one)));
  const signed = texts.filter((text) => text.includes('nestjs-rest-routes.signature'));
  expect(signed.length).toBeGreaterThan(CASES.length * 0.9);
});
