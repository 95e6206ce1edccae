import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { FAULTS } from '../../lib/errors/faults.js';
import { HTTP_ERRORS } from '../../lib/errors/http-errors.js';
import { READER_FAULTS } from '../../lib/errors/reader-faults.js';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const readme = read('README.md');
const plain = (text: string) => text.replaceAll(/[\\`*]/g, '').replaceAll(/\s+/g, ' ');

test('every fault of a declaration is in the README, with its remedy, and no other', () => {
  const catalogue = { ...FAULTS, ...READER_FAULTS };
  const listed = new Set(readme.match(/RR\d{4}/g));
  expect([...listed].toSorted()).toEqual(Object.keys(catalogue).toSorted());
  for (const { title, remedy } of Object.values(catalogue)) {
    expect(plain(readme)).toContain(plain(title));
    expect(plain(readme)).toContain(plain(remedy));
  }
});

test('every error that the library answers with is in the README, with its status, and no other', () => {
  const answered = Object.entries(HTTP_ERRORS).map(([code, { status }]) => `${code} ${status}`);
  const listed = rows(section('Errors')).map(
    ([code = '', status = '']) => `${unquoted(code)} ${status}`,
  );
  expect(listed.toSorted()).toEqual([...answered, 'rest_forbidden 401, 403'].toSorted());
});

test('every code that an argument may be refused with is in the README, and no other', () => {
  const sentence = /an argument's code is one of .*/.exec(readme)?.[0] ?? '';
  const given = read('lib/errors/violation.ts').match(/(?<=\| ')rest_\w+(?=')/g) ?? [];
  expect(given.length).toBeGreaterThan(10);
  expect((sentence.match(/rest_\w+/g) ?? []).toSorted()).toEqual([...given].toSorted());
});

test('every option is in the README, and no other', () => {
  const described = (heading: string, first: string) =>
    rows(section(heading), first).flatMap(([names = '']) => unquoted(names).split(', '));
  const options: readonly [string, string, string, string][] = [
    ['Options', 'forRoot', 'lib/nest/rest-options.ts', 'RestModuleOptions'],
    ['Caching', 'forRoot({ cache })', 'lib/nest/caching/rest-cache-options.ts', 'RestCacheOptions'],
    ['Caching', 'option', 'lib/caching/policy.ts', 'CacheOptions'],
  ];
  for (const [heading, first, path, name] of options) {
    expect(described(heading, first).toSorted()).toEqual(members(path, name).toSorted());
  }
});

/** The text below a heading, up to the next one of its rank. */
function section(heading: string): string {
  return readme.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
}

/** The cells of the first table, or of the one whose first column is called so, without its head. */
function rows(text: string, first?: string): readonly (readonly string[])[] {
  const tables = text.match(/(?:^\|.*\n)+/gm) ?? [];
  const cells = tables.map((table) =>
    table
      .trim()
      .split('\n')
      .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
      .map((line) => line.slice(1, -1)),
  );
  const isWanted = ([head]: readonly (readonly string[])[]) =>
    first === undefined || unquoted(head?.[0] ?? '') === first;
  return cells.find(isWanted)?.slice(2) ?? [];
}

function unquoted(text: string): string {
  return text.replaceAll('`', '');
}

/** The names of an interface's members. */
function members(path: string, name: string): readonly string[] {
  const source = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
  const found = source.statements.find(
    (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === name,
  );
  if (found === undefined || !ts.isInterfaceDeclaration(found))
    throw new Error(`${path} has no ${name}`);
  return found.members.map((member) => member.name?.getText() ?? '');
}
