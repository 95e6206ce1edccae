import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { check, checkSync } from 'recheck';
import recheck from 'recheck/package.json' with { type: 'json' };
import ts from 'typescript';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { REPOSITORY } from '../support/repository.js';
import { readSource, sourcesOf } from './library.js';

/** Folders that run while an application is built, or in tests: none of them ever reads a request. */
const NEVER_SERVING = /^(?:cli|compiler|openapi|schematics|testing)\//;

/** Expressions that are not linear for the checker, and why that does not matter. By file and text. */
const EXEMPT: Readonly<Record<string, string>> = {
  'nest/exploration/explore-application.ts: /^\\/+|\\/+$/g':
    'Reads the path that a module declares, at startup.',
  'nest/options/settings.ts: /^\\/+|\\/+$/g':
    'Reads the prefix that the application sets, at startup.',
  'schema/values/multiples.ts: /0+$/': 'Reads the digits of a number.',
  'schema/values/values.ts: /\\.?0+$/': 'Reads the fifteen digits of a number.',
  'wordpress/import/existing/same-type.ts: /(?<=^|[\\s*])@\\w.*?(?=\\s*(?:\\*\\/)?$)/gm':
    'Reads a doc comment of the project, on import.',
  'wordpress/import/source/controller-source.ts: /\\d+$/': 'Reads a name that the import has made.',
};

/** Where an expression is made of a text: why it is not checked here. */
const BUILT: Readonly<Record<string, string>> = {
  'features/bindings/binding-paths.ts': 'Put to the paths of routes, at startup.',
  'schema/formats/ip.format.ts': 'Put to at most 46 characters.',
  'schema/patterns/example-text.ts':
    'A pattern of the application, put to short texts that are made from it, for documents.',
  'schema/patterns/parse-pattern.ts': 'Put to one character.',
  'schema/patterns/wordpress-pattern.ts':
    'Put to one character, or run only where `compilePattern` proves that it is linear.',
};

/**
 * The checker counts the characters that it reads, and no time: by default, a string that takes more than 250 ms
 * counts as an attack, which a busy machine turns into a vulnerable expression.
 */
const WITHOUT_CLOCK = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  randomSeed: 0,
} as const;

/** What has been found to be safe by the installed version of the checker: it takes a minute for all. */
const KNOWN = join(REPOSITORY, 'node_modules/.cache/nestjs-rest-routes/safe-expressions.json');

interface Expression {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

interface Found {
  readonly literals: readonly Expression[];
  /** Files that call `RegExp`. */
  readonly built: ReadonlySet<string>;
}

function find(): Found {
  const literals: Expression[] = [];
  const built = new Set<string>();
  const names = sourcesOf('lib').map((path) => path.slice('lib/'.length));
  for (const name of names.filter((one) => !NEVER_SERVING.test(one))) {
    const text = readSource(`lib/${name}`);
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        const [source, flags] = [node.text.slice(1, end), node.text.slice(end + 1)];
        literals.push({ place: `${name}: ${node.text}`, source, flags });
      }
      const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
      if (isCall && node.expression.getText() === 'RegExp') built.add(name);
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true));
  }
  return { literals, built };
}

function readKnown(): Set<string> {
  return new Set(existsSync(KNOWN) ? (JSON.parse(readFileSync(KNOWN, 'utf8')) as string[]) : []);
}

describe('the regular expressions of the library', () => {
  let found: Found;
  beforeAll(() => {
    // The checker as JavaScript: the same everywhere, without Java and without a binary.
    process.env['RECHECK_BACKEND'] = 'pure';
    process.env['RECHECK_SYNC_BACKEND'] = 'pure';
    found = find();
  });

  test('the checker finds a slow expression', async () => {
    // The checker reads an expression with a lookahead by trying strings, others by their automaton.
    for (const slow of ['\\s+$', '^(?:a|a)*$', '(?=\\s)\\s+$', '^(?=a)(?:a|a)*$']) {
      expect([slow, (await check(slow, '', WITHOUT_CLOCK)).status]).toEqual([slow, 'vulnerable']);
    }
    expect((await check('^a+$', '', WITHOUT_CLOCK)).status).toBe('safe');
  });

  test('the checker reads no clock, so that a busy machine has the same result', () => {
    const now = vi.spyOn(performance, 'now');
    onTestFinished(() => now.mockRestore());
    checkSync('^(?=a)ab$', '');
    expect(now).toHaveBeenCalled();
    now.mockClear();
    expect(checkSync('^(?=a)ab$', '', WITHOUT_CLOCK).status).toBe('safe');
    expect(now).not.toHaveBeenCalled();
  });

  test('Every regular expression that reads a request is linear.', async () => {
    const slow: string[] = [];
    const known = readKnown();
    for (const { place, source, flags } of found.literals) {
      const key = `${recheck.version} /${source}/${flags}`;
      if (Object.hasOwn(EXEMPT, place) || known.has(key)) continue;
      const { status } = await check(source, flags, WITHOUT_CLOCK);
      if (status === 'safe') known.add(key);
      else slow.push(`${place} is ${status}`);
    }
    mkdirSync(dirname(KNOWN), { recursive: true });
    writeFileSync(KNOWN, JSON.stringify([...known]));
    expect(found.literals.length).toBeGreaterThan(20);
    expect(slow).toEqual([]);
  });

  test('an expression that is built from text states why it needs no check', () => {
    expect([...found.built].toSorted()).toEqual(Object.keys(BUILT).toSorted());
  });

  test('every exemption belongs to an expression that exists', () => {
    const places = new Set(found.literals.map(({ place }) => place));
    expect(Object.keys(EXEMPT).filter((place) => !places.has(place))).toEqual([]);
  });
});
