import ts from 'typescript';
import { expect, test } from 'vitest';
import { attachText, isAttached } from '../../lib/compiler/attachment.js';
import type { ClassReading } from '../../lib/compiler/signatures/read-class.js';
import { SIGNATURE_FORMAT } from '../support/signature-of.js';

test('A signature is attached within its class, and every line keeps its number', () => {
  const code = 'export class Item {\n  a = 1\n}\nexport const last = 1;';
  const text = attachText(code, [readingOf(code)]);
  expect(text.split('\n').map((line) => line.slice(0, 20))).toEqual([
    'export class Item {',
    '  a = 1',
    ';static { globalThis',
    'export const last = ',
  ]);
  expect(text).toContain('defineProperty(Item, ');
});

test('A text with its signatures is recognized', () => {
  const code = 'export class Item {}';
  expect(isAttached(code)).toBe(false);
  expect(isAttached(attachText(code, [readingOf(code)]))).toBe(true);
});

test('A class of another module is imported as a whole, at the end', () => {
  const code = 'export class Item {}';
  const reference = { key: 'Line', module: './line.js', path: ['Line'], symbol: NO_SYMBOL };
  const text = attachText(code, [readingOf(code, [reference])]);
  expect(text).toContain('"Line": () => restRoutesModule0["Line"]');
  expect(text.endsWith('\nimport * as restRoutesModule0 from "./line.js";\n')).toBe(true);
});

test('Two classes that use one module import it once', () => {
  const code = 'export class A {}\nexport class B {}';
  const reference = { key: 'Line', module: './line.js', path: ['Line'], symbol: NO_SYMBOL };
  const text = attachText(code, [readingOf(code, [reference], 0), readingOf(code, [reference], 1)]);
  expect(text.match(/^import /gm)).toHaveLength(1);
});

test('A class of the same file is named without an import', () => {
  const code = 'export class Item {}';
  const reference = { key: 'Line', path: ['models', 'Line'], symbol: NO_SYMBOL };
  const text = attachText(code, [readingOf(code, [reference])]);
  expect(text).toContain('"Line": () => models["Line"]');
  expect(text).not.toContain('import ');
});

test('A default class without a name gets one inside its module, and stays "default" outside', () => {
  const code = 'export default class {}';
  const text = attachText(code, [readingOf(code)]);
  expect(text).toContain('export default class restRoutesDefault {');
  expect(text).toContain("(restRoutesDefault, 'name', { value: 'default', configurable: true })");
});

test('A name from the source is data and never code', () => {
  const code = 'export class Item {}';
  const name = "');process.exit();('";
  const reading = readingOf(code);
  const signature = { ...reading.signature, methods: { [name]: { parameters: [] } } };
  const text = attachText(code, [{ ...reading, signature }]);
  const [, json = ''] = /JSON\.parse\(("(?:[^"\\]|\\.)*")\)/.exec(text) ?? [];
  expect(Object.keys(JSON.parse(JSON.parse(json) as string).methods)).toEqual([name]);
});

const NO_SYMBOL = {} as ts.Symbol;

/** The reading of one class of a source, without methods. */
function readingOf(
  code: string,
  references: ClassReading['references'] = [],
  index = 0,
): ClassReading {
  const file = ts.createSourceFile('item.ts', code, ts.ScriptTarget.Latest, true);
  const node = file.statements.filter(ts.isClassDeclaration)[index];
  if (node === undefined) throw new Error('No class.');
  const signature = { format: SIGNATURE_FORMAT, className: 'Item' } as const;
  return { node, signature, references, diagnostics: [] };
}
