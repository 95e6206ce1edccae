import { expect, test } from 'vitest';
import { readReturned } from '../../../lib/compiler/declarations/read-method.js';
import { compileSnippets, valueType } from '../support/snippets.js';

/** A returned type with the declarations that it needs, and its description. */
interface Described {
  readonly type: string;
  readonly given?: string;
  readonly returns: object;
}

const ID = { name: 'id', type: { kind: 'integer' } };

const DESCRIBED: Readonly<Record<string, Described>> = {
  'A promise is described by its value': {
    type: 'Promise<int>',
    returns: { returns: { kind: 'integer' } },
  },
  'What TypeScript awaits is described by its value': {
    given: 'interface Query<T> extends PromiseLike<T[]> { where(of: T): Query<T> }',
    type: 'Query<{ id: int }> | null',
    returns: {
      returns: {
        kind: 'array',
        items: { kind: 'object', properties: [ID] },
        nullable: true,
      },
    },
  },
  'Literals keep the order in which they are written': {
    given: "type Size = 'small' | 'large'; interface Item { size: Size | 'any' }",
    type: 'Promise<Item>',
    returns: {
      returns: {
        kind: 'object',
        name: 'Item',
        properties: [{ name: 'size', type: { kind: 'enum', values: ['small', 'large', 'any'] } }],
      },
    },
  },
  'An interface is described by its properties': {
    given: 'interface Item {\n  /** Its key. */\n  id: int;\n  title?: string | null;\n}',
    type: 'Item',
    returns: {
      returns: {
        kind: 'object',
        name: 'Item',
        properties: [
          { ...ID, description: 'Its key.' },
          { name: 'title', type: { kind: 'string', nullable: true }, optional: true },
        ],
      },
    },
  },
  'A type without a name has none': {
    type: '{ id: int }',
    returns: { returns: { kind: 'object', properties: [ID] } },
  },
  'A helper of the language shows the properties that are left': {
    given: 'interface Item { id: int; title: string }',
    type: "Pick<Item, 'id'>",
    returns: { returns: { kind: 'object', properties: [ID] } },
  },
  'A class shows its public data only': {
    given:
      'class Item { id!: int; static count = 1; #secret = 1; private own = 1; protected kept = 1; run(): void {} }',
    type: 'Item',
    returns: { returns: { kind: 'object', name: 'Item', properties: [ID] } },
  },
  'An object within itself is described by its name': {
    given: 'interface Node { id: int; next: Node }',
    type: 'Node',
    returns: {
      returns: {
        kind: 'object',
        name: 'Node',
        properties: [ID, { name: 'next', type: { kind: 'object', name: 'Node' } }],
      },
    },
  },
  'A number without int stays a number': {
    given: 'interface Item { ratio: number }',
    type: 'Item',
    returns: {
      returns: {
        kind: 'object',
        name: 'Item',
        properties: [{ name: 'ratio', type: { kind: 'number' } }],
      },
    },
  },
  'A type of the language that is no value of JSON is kept as a text': {
    type: 'Map<string, int>',
    returns: { returns: { kind: 'opaque', text: 'Map<string, int>' } },
  },
  'A function is kept as a text': {
    type: '() => void',
    returns: { returns: { kind: 'opaque', text: '() => void' } },
  },
};

const snippets = compileSnippets(
  Object.values(DESCRIBED).map(
    ({ type, given = '' }) => `${given}\nexport class Home { value!: ${type} }`,
  ),
);

test.each(Object.entries(DESCRIBED).map(([title, one], index) => ({ title, ...one, index })))(
  '$title',
  ({ index, returns }) => {
    const { node, scope } = valueType(snippetAt(index));
    expect(readReturned(node, scope)).toEqual(returns);
  },
);

test('Objects below the twelfth are kept as a text', () => {
  const type = '{ a: '.repeat(13) + 'int' + ' }'.repeat(13);
  const [snippet] = compileSnippets([`export class Home { value!: ${type} }`]);
  if (snippet === undefined) throw new Error('No snippet.');
  const { node, scope } = valueType(snippet);
  const text = JSON.stringify(readReturned(node, scope));
  expect(text.match(/"kind":"object"/g)).toHaveLength(12);
  expect(text).toContain('{"kind":"opaque","text":"{ a: int; }"}');
});

function snippetAt(index: number) {
  const snippet = snippets[index];
  if (snippet === undefined) throw new Error(`No snippet ${index}.`);
  return snippet;
}
