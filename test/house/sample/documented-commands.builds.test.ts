import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ADAPTERS } from '../../support/application.js';
import { startSample } from './started-sample.js';

/** Each sample has the commands of one page. */
const PAGES = { shop: 'getting-started', catalogue: 'migrating-from-wordpress' } as const;

type Name = keyof typeof PAGES;

const NAMES: readonly Name[] = ['shop', 'catalogue'];

interface Command {
  readonly line: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly status: number;
  readonly excerpt: string;
}

function commandsOf(name: Name): readonly Command[] {
  const page = readFileSync(new URL(`../../../docs/${PAGES[name]}.md`, import.meta.url), 'utf8');
  return [...page.matchAll(/^curl -s (.+)\n# (\d+) (.+)$/gm)].map(
    ([, line = '', status, excerpt = '']) => parse(line, Number(status), excerpt),
  );
}

test.each(NAMES)('the page of the %s has commands', (name) => {
  expect(commandsOf(name).length).toBeGreaterThanOrEqual(9);
});

describe.each(ADAPTERS)('a sample, built by nest build, on %s', (adapter) => {
  // In the order of the page: an order is placed before it is read.
  test.each(NAMES)(
    'the %s responds to the commands of its page as the page shows',
    async (name) => {
      const sample = await startSample(adapter, {}, name);
      onTestFinished(() => sample.stop());
      for (const { line, method, path, headers, body, status, excerpt } of commandsOf(name)) {
        const response = await fetch(`${sample.url}${path}`, {
          method,
          headers,
          body: body ?? null,
        });
        const text = await response.text();
        expect({ line, status: response.status, hasExcerpt: text.includes(excerpt) }).toEqual({
          line,
          status,
          hasExcerpt: true,
        });
      }
    },
  );
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
