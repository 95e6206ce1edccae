import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import restRoutes from 'nestjs-rest-routes/lint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

const IMPORT =
  "import { Cache, Capability, HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';";
const COMBINED =
  "import { allOf, anyOf, Capability, HttpMethod, RestController, RestRoute } from 'nestjs-rest-routes';";
const inController = (member: string): string =>
  `${IMPORT}\n@RestController('v1')\nclass A {\n${member}\n  a() {}\n}`;

/** A source, and the rules that report it. */
const CASES: readonly (readonly [string, string, readonly string[]])[] = [
  ['a good route', inController("@RestRoute('', HttpMethod.Get, new PublicAccess())"), []],
  [
    'a permission with a name of its own',
    inController("@RestRoute('', HttpMethod.Post, editors)"),
    [],
  ],
  ['no permission', inController("@RestRoute('', HttpMethod.Get)"), ['route-permission']],
  [
    'options in the place of the permission',
    inController("@RestRoute('', HttpMethod.Get, { hidden: true })"),
    ['route-permission'],
  ],
  [
    'the permission of the controller',
    `${IMPORT}\n@RestController('v1', '', new Capability('a'))\nclass A {\n@RestRoute('', HttpMethod.Post) a() {}\n@RestRoute('', HttpMethod.Get, { hidden: true }) b() {} }`,
    [],
  ],
  [
    'a controller that is public, with a route that writes',
    `${IMPORT}\n@RestController('v1', '', new PublicAccess())\nclass A {\n@RestRoute('', HttpMethod.Post) a() {}\n@RestRoute('', HttpMethod.Put, new Capability('a')) b() {} }`,
    ['no-public-write'],
  ],
  [
    'two permissions',
    inController("@RestRoute('', HttpMethod.Get, new PublicAccess(), new Capability('a'))"),
    ['route-permission'],
  ],
  [
    'a combination of permissions',
    `${COMBINED}\n@RestController('v1')\nclass A {\n@RestRoute('', HttpMethod.Get, allOf(new Capability('a'), anyOf(new Capability('b')))) a() {} }`,
    [],
  ],
  [
    'a combination beside another permission',
    `${COMBINED}\n@RestController('v1')\nclass A {\n@RestRoute('', HttpMethod.Get, new Capability('a'), anyOf(new Capability('b'))) a() {} }`,
    ['route-permission'],
  ],
  [
    'a public route that writes',
    inController("@RestRoute('', HttpMethod.Post, new PublicAccess())"),
    ['no-public-write'],
  ],
  [
    'a public route that writes, in a list',
    inController("@RestRoute('', ['GET', 'DELETE'], new PublicAccess())"),
    ['no-public-write'],
  ],
  [
    'no controller',
    `${IMPORT}\nclass A {\n@RestRoute('', HttpMethod.Get, new PublicAccess()) a() {}\n}`,
    ['route-in-controller'],
  ],
  [
    'a cache on a write',
    inController("@RestRoute('', HttpMethod.Put, new Capability('a'))\n@Cache({ ttl: '5m' })"),
    ['no-cached-write'],
  ],
  [
    'renamed imports',
    "import { RestRoute as Route, RestController as C } from 'nestjs-rest-routes';\n@C('v1')\nclass A { @Route('', 'GET') a() {} }",
    ['route-permission'],
  ],
  [
    'a namespace',
    "import * as rest from 'nestjs-rest-routes';\nclass A { @rest.RestRoute('', 'POST', new rest.PublicAccess()) a() {} }",
    ['no-public-write', 'route-in-controller'],
  ],
  [
    'decorators of others',
    "import { RestRoute } from 'elsewhere';\nclass A { @RestRoute('') a() {} }",
    [],
  ],
];

describe('the rules in ESLint', () => {
  test.each(CASES)('%s', (_title, source, rules) => {
    const messages = new Linter().verify(
      source,
      [
        { files: ['**/*.ts'], languageOptions: { parser } },
        { files: ['**/*.ts'], ...restRoutes.configs.recommended } as Linter.Config,
      ],
      'a.ts',
    );
    const reported = messages.map(({ ruleId }) => String(ruleId).replace('rest-routes/', ''));
    expect(reported.toSorted()).toEqual(rules);
    for (const { ruleId, severity, message } of messages) {
      expect(severity).toBe(ruleId === 'rest-routes/no-public-write' ? 1 : 2);
      expect(message.length).toBeGreaterThan(20);
    }
  });
});

describe('the rules in oxlint', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rest-routes-lint-'));
    const rules = Object.keys(restRoutes.rules).map((name) => [`rest-routes/${name}`, 'error']);
    const config = {
      jsPlugins: [{ name: 'rest-routes', specifier: join(root, 'dist/lint/lint.js') }],
      categories: { correctness: 'off' },
      rules: Object.fromEntries(rules) as object,
    };
    writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(config));
    CASES.forEach(([, source], at) => writeFileSync(join(folder, `case${at}.ts`), source));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('report the same', () => {
    const { stdout } = spawnSync(
      join(root, 'node_modules/.bin/oxlint'),
      ['--config', join(folder, '.oxlintrc.json'), '--format', 'json', folder],
      { encoding: 'utf8', cwd: folder },
    );
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: readonly { readonly code: string; readonly filename: string }[];
    };
    const reported = CASES.map((_, at) =>
      diagnostics
        .filter(({ filename }) => filename.endsWith(`case${at}.ts`))
        .map(({ code }) => /\(([\w-]+)\)/.exec(code)?.[1] ?? code)
        .toSorted(),
    );
    expect(reported).toEqual(CASES.map(([, , rules]) => rules));
  });
});
