import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS } from '../../support/application.js';
import { startSample, type StartedSample } from './started-sample.js';

const page = readFileSync(new URL('../../../docs/getting-started.md', import.meta.url), 'utf8');

interface Command {
  readonly line: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly status: number;
  readonly excerpt: string;
}

const commands = [...page.matchAll(/^curl -s (.+)\n# (\d+) (.+)$/gm)].map(
  ([, line = '', status, excerpt = '']) => parse(line, Number(status), excerpt),
);

test('docs/getting-started.md has commands', () => {
  expect(commands.length).toBeGreaterThanOrEqual(10);
});

describe.each(ADAPTERS)('the sample, built by nest build, on %s', (adapter) => {
  let sample: StartedSample;
  beforeAll(async () => {
    sample = await startSample(adapter);
  });
  afterAll(() => sample.stop());

  // In the order of the page: an order is placed before it is read.
  test('responds to the commands of its page as the page shows', async () => {
    for (const { line, method, path, headers, body, status, excerpt } of commands) {
      const response = await fetch(`${sample.url}${path}`, { method, headers, body: body ?? null });
      const text = await response.text();
      expect({ line, status: response.status, hasExcerpt: text.includes(excerpt) }).toEqual({
        line,
        status,
        hasExcerpt: true,
      });
    }
  });
});

function parse(line: string, status: number, excerpt: string): Command {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );
  const option = (name: string) =>
    words.flatMap((word, at) => (word === name ? [words[at + 1] ?? ''] : []));
  const address = new URL(words.at(-1) ?? '');
  return {
    line,
    method: option('-X')[0] ?? 'GET',
    path: `${address.pathname}${address.search}`,
    headers: Object.fromEntries(
      option('-H').map((header) => header.split(': ') as [string, string]),
    ),
    body: option('-d')[0],
    status,
    excerpt,
  };
}
