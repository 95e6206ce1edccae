import { expect, test } from 'vitest';
import { constantOf } from '../../../lib/compiler/syntax/constant.js';
import { compileSnippets, lastInitializer } from '../support/snippets.js';

/** Expressions with the value that they have in every run; `undefined` where they have none. */
const CONSTANTS: readonly (readonly [string, { readonly value: unknown } | undefined])[] = [
  ["const x = 'a';", { value: 'a' }],
  ['const x = `a`;', { value: 'a' }],
  ['const x = 1_000;', { value: 1000 }],
  ['const x = -1;', { value: -1 }],
  ['const x = +1;', { value: 1 }],
  ['const x = true;', { value: true }],
  ['const x = null;', { value: null }],
  ['const x = undefined;', { value: undefined }],
  ['const x = 60 * 60 + 1;', { value: 3601 }],
  ["const x = (('a' as string) satisfies string)!;", { value: 'a' }],
  ["const x = ['a', 1, [true]];", { value: ['a', 1, [true]] }],
  ["const LIST = ['a', 'b'] as const;\nconst x = LIST;", { value: ['a', 'b'] }],
  ["const OPTIONS = { path: '/a' } as const;\nconst x = OPTIONS.path;", { value: '/a' }],
  ["enum Kind { A = 'a' }\nconst x = Kind.A;", { value: 'a' }],
  ["const PATH: string = '/a';\nconst x = PATH;", { value: '/a' }],
  ['class Limits { static readonly most: number = 5; }\nconst x = Limits.most;', { value: 5 }],
  ['class Limits { static most: number = 5; }\nconst x = Limits.most;', undefined],
  ["let path: string = '/a';\nconst x = path;", undefined],
  ["const LIST = ['a'];\nconst x = LIST;", undefined],
  ["const LIST = ['a'];\nconst x = [...LIST];", undefined],
  ['const x = 1 / 0;', undefined],
  ["const x = '/a' + '/b';", undefined],
  ['const x = Math.max(1, 2);', undefined],
];

const snippets = compileSnippets(CONSTANTS.map(([text]) => text));

test.each(CONSTANTS.map(([text, constant], index) => ({ text, constant, index })))(
  'The last value of $text is known to be $constant',
  ({ constant, index }) => {
    const snippet = snippets[index];
    if (snippet === undefined) throw new Error(`No snippet ${index}.`);
    expect(constantOf(lastInitializer(snippet), snippet.view)).toEqual(constant);
  },
);
