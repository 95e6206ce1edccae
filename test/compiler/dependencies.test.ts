import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { readFile } from '../../lib/compiler/signatures/read-class.js';
import { compileSnippets } from './support/snippets.js';

const CLASSES = `import { ValueClass } from '../../../lib/decorators/parameters.js';
`;

/** The files that a property of a value class brings in: `snippet-1.ts`, `snippet-2.ts`. */
function dependenciesOf(type: string, others: readonly string[]): readonly string[] {
  const names = "import type * as One from './snippet-1.js';\n";
  const home = `${CLASSES}${names}@ValueClass() export class Home { value!: ${type} }`;
  const [snippet] = compileSnippets([home, ...others]);
  if (snippet === undefined) throw new Error('No snippet.');
  const { dependencies, classes } = readFile(snippet.file, snippet.view);
  expect(classes).toHaveLength(1);
  return [...dependencies]
    .map((file) => basename(file))
    .filter((file) => file.startsWith('snippet'));
}

const IMPORT = "import type { Base } from './snippet-2.js';\n";
const BASE = 'export interface Base { id: int; title: string }';

const CASES: Readonly<Record<string, { readonly type: string; readonly given: string }>> = {
  'an interface that an interface extends': {
    type: 'One.Item',
    given: 'export interface Item extends Base {}',
  },
  'an interface within an interface': {
    type: 'One.Item',
    given: 'export interface Item { base: Base }',
  },
  'an interface in a list within an alias': {
    type: 'One.Items',
    given: 'export type Items = { bases: Base[] }[];',
  },
  'an interface that a helper changes': {
    type: "Partial<Omit<One.Item, 'id'>>",
    given: 'export interface Item extends Base {}',
  },
  'an interface in an intersection': {
    type: 'One.Item & { more: boolean }',
    given: 'export type Item = Base & { own: string };',
  },
  'an interface that a mapped type changes': {
    type: 'One.Item',
    given: 'export type Item = { [Key in keyof Base]: Base[Key] | null };',
  },
  'an interface that only the checker reaches': {
    type: 'One.Item',
    given: "export type Item = Extract<Base | 'all', object>;",
  },
  'an interface in a union': { type: 'One.Item', given: 'export type Item = string | Base;' },
  'an interface in a map': { type: 'One.Item', given: 'export type Item = Record<string, Base>;' },
  'an interface as a type argument': {
    type: 'One.Item',
    given: 'interface Page<T> { items: T[] }\nexport type Item = Page<Base>;',
  },
};

test.each(Object.entries(CASES))('A change of %s makes its users out of date', (_what, one) => {
  const files = dependenciesOf(one.type, [`${IMPORT}${one.given}`, BASE]);
  expect(files.toSorted()).toEqual(['snippet-1.ts', 'snippet-2.ts']);
});

test('A global interface that another file adds to is a dependency with all its files', () => {
  const more = 'declare global { interface Shared { id: int } }\nexport {};';
  const files = dependenciesOf('Shared', [more, more.replace('id: int', 'title: string')]);
  expect(files.toSorted()).toEqual(['snippet-1.ts', 'snippet-2.ts']);
});
