import type { TypeSignature } from '../../../lib/types/type.js';
import { describe, expect, test } from 'vitest';
import { compileSnippets, readValueType } from '../support/snippets.js';

/** A type with the declarations that it needs, and the type of the signature that is read from it. */
interface Accepted {
  readonly type: string;
  readonly given?: string;
  readonly reads: TypeSignature;
  readonly optional?: true;
}

/** A type that no schema can express, with the code and the text of its diagnostic. */
interface Rejected {
  readonly type: string;
  readonly given?: string;
  readonly code: string;
  readonly text: string;
}

const INTEGER: TypeSignature = { kind: 'integer' };
const STRING: TypeSignature = { kind: 'string' };
const ID = { name: 'id', type: INTEGER };
const TITLE = { name: 'title', type: STRING };
const ITEM: TypeSignature = { kind: 'object', name: 'Item', properties: [ID] };

const ACCEPTED: Readonly<Record<string, Accepted>> = {
  'A keyword is its own kind': { type: 'string', reads: { kind: 'string' } },
  'The alias int is an integer': { type: 'int', reads: { kind: 'integer' } },
  'Parentheses change nothing': { type: '((int))', reads: { kind: 'integer' } },
  'A type with null is nullable': {
    type: 'int | null',
    reads: { kind: 'integer', nullable: true },
  },
  'A type with undefined is optional': {
    type: 'string | undefined',
    reads: { kind: 'string' },
    optional: true,
  },
  'The null of an inner union counts': {
    type: '(string | null) | undefined',
    reads: { kind: 'string', nullable: true },
    optional: true,
  },
  'true | false is a boolean': { type: 'true | false', reads: { kind: 'boolean' } },
  'A literal is an enum of one value': { type: '-1', reads: { kind: 'enum', values: [-1] } },
  'A repeated literal counts once': {
    type: "'a' | 'b' | 'a'",
    reads: { kind: 'enum', values: ['a', 'b'] },
  },
  'A union of literals has the name of its alias': {
    given: "type Size = 'small' | 'large';",
    type: 'Size',
    reads: { kind: 'enum', name: 'Size', values: ['small', 'large'] },
  },
  'An alias keeps the name of an enum': {
    given: "enum Kind { A = 'a' }\ntype Alias = Kind;",
    type: 'Alias',
    reads: { kind: 'enum', name: 'Kind', values: ['a'], members: ['A'] },
  },
  'Two enums make one enum without a name': {
    given: 'enum A { One = 1 }\nenum B { Two = 2 }',
    type: 'A | B',
    reads: { kind: 'enum', values: [1, 2] },
  },
  'A null within an alias makes the union nullable': {
    given: "type Maybe = 'a' | null;",
    type: "Maybe | 'b'",
    reads: { kind: 'enum', values: ['a', 'b'], nullable: true },
  },
  'A member of an enum is an enum of one value': {
    given: 'enum Kind { A = 1 << 2 }',
    type: 'Kind.A',
    reads: { kind: 'enum', values: [4] },
  },
  'A readonly list is a list': {
    type: 'readonly int[]',
    reads: { kind: 'array', items: { kind: 'integer' } },
  },
  'ReadonlyArray is a list': {
    type: 'ReadonlyArray<string | null>',
    reads: { kind: 'array', items: { kind: 'string', nullable: true } },
  },
  'A list of lists is read': {
    type: 'int[][]',
    reads: { kind: 'array', items: { kind: 'array', items: { kind: 'integer' } } },
  },
  'Lists of lists may hold classes': {
    given: 'class Item {}',
    type: 'Item[][]',
    reads: { kind: 'array', items: { kind: 'array', items: { kind: 'class', name: 'Item' } } },
  },
  'Readonly leaves a type as it is': { type: 'Readonly<int>', reads: { kind: 'integer' } },
  'NonNullable takes null and undefined away': {
    type: 'NonNullable<int | null | undefined>',
    reads: { kind: 'integer' },
  },
  'A date is a date': { type: 'Date', reads: { kind: 'date' } },
  'The request is the request': { type: 'RestRequest', reads: { kind: 'request' } },
  'A class is referenced by its name': {
    given: 'class Item {}',
    type: 'Item',
    reads: { kind: 'class', name: 'Item' },
  },
  'An imported type is read as if it were here': {
    type: "import('../../../lib/types/int.js').int",
    reads: { kind: 'integer' },
  },
  'A type argument takes the place of its parameter': {
    given: 'type List<T> = T[];',
    type: 'List<int>',
    reads: { kind: 'array', items: { kind: 'integer' } },
  },
  'A default of a type parameter may use the one before it': {
    given: 'type Pair<A, B = A> = B[];',
    type: 'Pair<int>',
    reads: { kind: 'array', items: { kind: 'integer' } },
  },
  'keyof is the names of the properties': {
    given: 'interface Item { id: int; name: string }',
    type: 'keyof Item',
    reads: { kind: 'enum', values: ['id', 'name'] },
  },
  'A property of an interface is read with its int': {
    given: 'interface Item { id: int }',
    type: "Item['id']",
    reads: { kind: 'integer' },
  },
  'The elements of a constant list are an enum': {
    given: "const SIZES = ['small', 'large'] as const;",
    type: '(typeof SIZES)[number]',
    reads: { kind: 'enum', values: ['small', 'large'] },
  },
  'The values of a constant object are an enum': {
    given: 'const KIND = { one: 1, two: 2 } as const;',
    type: '(typeof KIND)[keyof typeof KIND]',
    reads: { kind: 'enum', values: [1, 2] },
  },
  'Exclude is worked out by the checker': {
    type: "Exclude<'c' | 'b' | 'a', 'b'>",
    reads: { kind: 'enum', values: ['c', 'a'] },
  },
  'A condition is worked out where its argument is known': {
    given: "type Of<T> = T extends string ? 'text' : boolean;",
    type: 'Of<int>',
    reads: { kind: 'boolean' },
  },
  'Anything is unknown': { type: 'unknown', reads: { kind: 'any' } },
  'A union is its types': {
    type: "string | int | null | 'a'",
    reads: {
      kind: 'union',
      options: [STRING, INTEGER, { kind: 'enum', values: ['a'] }],
      nullable: true,
    },
  },
  'Literals of two kinds are two enums': {
    type: "'a' | 1 | 'b'",
    reads: {
      kind: 'union',
      options: [
        { kind: 'enum', values: ['a', 'b'] },
        { kind: 'enum', values: [1] },
      ],
    },
  },
  'true and false in a union are a boolean': {
    type: 'true | string | false',
    reads: { kind: 'union', options: [{ kind: 'boolean' }, STRING] },
  },
  'A union within an alias is part of the union around it': {
    given: 'type Id = string | int;',
    type: 'Id | boolean',
    reads: { kind: 'union', options: [STRING, INTEGER, { kind: 'boolean' }] },
  },
  'A union with unknown is unknown': { type: 'string | unknown', reads: { kind: 'any' } },
  'An interface is an object by its properties': {
    given: 'interface Item {\n  /** Its key. */\n  id: int;\n  title?: string | null;\n}',
    type: 'Item',
    reads: {
      kind: 'object',
      name: 'Item',
      properties: [
        { ...ID, description: 'Its key.' },
        { name: 'title', type: { kind: 'string', nullable: true }, optional: true },
      ],
    },
  },
  'The properties of extended interfaces come first': {
    given:
      'interface Base<T> { id: T; kind: string }\ninterface Item extends Base<int> { kind: "a"; title: string }',
    type: 'Item',
    reads: {
      kind: 'object',
      name: 'Item',
      properties: [ID, { name: 'kind', type: { kind: 'enum', values: ['a'] } }, TITLE],
    },
  },
  'An interface may extend a helper': {
    given: "interface Item { id: int; title: string }\ninterface New extends Omit<Item, 'id'> {}",
    type: 'New',
    reads: { kind: 'object', name: 'New', properties: [TITLE] },
  },
  'A generic interface has the types of its arguments': {
    given: 'interface Page<T, U = T> { items: T[]; first: U }\ninterface Item { id: int }',
    type: 'Page<Item>',
    reads: {
      kind: 'object',
      name: 'Page',
      properties: [
        { name: 'items', type: { kind: 'array', items: ITEM } },
        { name: 'first', type: ITEM },
      ],
    },
  },
  'An interface that contains itself refers to itself': {
    given: 'interface Category { children: Category[] }',
    type: 'Category',
    reads: {
      kind: 'object',
      name: 'Category',
      id: 1,
      properties: [
        {
          name: 'children',
          type: { kind: 'array', items: { kind: 'object', name: 'Category', of: 1 } },
        },
      ],
    },
  },
  'An alias that contains itself refers to itself': {
    given: 'type Category = { parent: Category | null };',
    type: 'Category',
    reads: {
      kind: 'object',
      name: 'Category',
      id: 1,
      properties: [
        { name: 'parent', type: { kind: 'object', name: 'Category', of: 1, nullable: true } },
      ],
    },
  },
  'A generic interface that contains itself keeps the limits of its argument': {
    given: `/** @minLength 2 */ type Title = string;
      interface Tree<T> { value: T; left: Tree<T> | null }`,
    type: 'Tree<Title>',
    reads: {
      kind: 'object',
      name: 'Tree',
      id: 1,
      properties: [
        { name: 'value', type: STRING, limits: { minLength: 2 } },
        { name: 'left', type: { kind: 'object', name: 'Tree', of: 1, nullable: true } },
      ],
    },
  },
  'Two interfaces that contain each other are written out once': {
    given: 'interface A { b: B; c: B }\ninterface B { a?: A }',
    type: 'A',
    reads: {
      kind: 'object',
      name: 'A',
      id: 1,
      properties: [
        {
          name: 'b',
          type: {
            kind: 'object',
            name: 'B',
            id: 2,
            properties: [{ name: 'a', type: { kind: 'object', name: 'A', of: 1 }, optional: true }],
          },
        },
        { name: 'c', type: { kind: 'object', name: 'B', of: 2 } },
      ],
    },
  },
  'A generic interface within itself with another argument ends': {
    given: 'interface Box<T> { value: T }',
    type: 'Box<Box<int>>',
    reads: {
      kind: 'object',
      name: 'Box',
      properties: [
        {
          name: 'value',
          type: { kind: 'object', name: 'Box', properties: [{ name: 'value', type: INTEGER }] },
        },
      ],
    },
  },
  'An object with an alias has the name of the alias': {
    given: 'type Item = { id: int };',
    type: 'Item',
    reads: ITEM,
  },
  'Pick keeps properties': {
    given: 'interface Item { id: int; title: string }',
    type: "Pick<Item, 'id'>",
    reads: { kind: 'object', properties: [ID] },
  },
  'Omit leaves properties, and drops methods': {
    given: 'interface Item { id: int; title: string; run(): void }',
    type: "Omit<Item, 'title' | 'run'>",
    reads: { kind: 'object', properties: [ID] },
  },
  'Partial makes properties optional': {
    given: 'interface Item { id: int }',
    type: 'Partial<Item>',
    reads: { kind: 'object', properties: [{ ...ID, optional: true }] },
  },
  'Required makes properties required': {
    given: 'interface Item { id?: int }',
    type: 'Required<Item>',
    reads: { kind: 'object', properties: [ID] },
  },
  'Readonly leaves an object as it is': {
    given: 'interface Item { id: int }',
    type: 'Readonly<Item>',
    reads: ITEM,
  },
  'Helpers of helpers of a type parameter': {
    given:
      'interface Item { id: int; title: string }\ntype Change<T, K extends keyof T> = Partial<Omit<T, K>>;',
    type: "Change<Item, 'title'>",
    reads: { kind: 'object', name: 'Change', properties: [{ ...ID, optional: true }] },
  },
  'An intersection has the properties of both': {
    given: 'interface Item { id: int }',
    type: 'Item & { title: string }',
    reads: { kind: 'object', properties: [ID, TITLE] },
  },
  'A property of both is required where one requires it': {
    type: '{ id?: int } & { id: int }',
    reads: { kind: 'object', properties: [ID] },
  },
  'An intersection with a union is a union of objects': {
    type: "({ title: string } | { kind: 'a' }) & { flag: boolean }",
    reads: {
      kind: 'union',
      options: [
        {
          kind: 'object',
          properties: [
            { name: 'kind', type: { kind: 'enum', values: ['a'] } },
            { name: 'flag', type: { kind: 'boolean' } },
          ],
        },
        { kind: 'object', properties: [TITLE, { name: 'flag', type: { kind: 'boolean' } }] },
      ],
    },
  },
  'A record is a map': {
    type: 'Record<string, int>',
    reads: { kind: 'object', additional: INTEGER },
  },
  'A record of known names is an object': {
    type: "Record<'id', int>",
    reads: { kind: 'object', properties: [ID] },
  },
  'An index signature leaves an object open': {
    type: '{ id: int; [key: string]: unknown }',
    reads: { kind: 'object', properties: [ID], additional: { kind: 'any' } },
  },
  'A mapped type with one type for all': {
    given: 'interface Item { id?: int; title: string }',
    type: '{ [K in keyof Item]: boolean }',
    reads: {
      kind: 'object',
      properties: [
        { name: 'id', type: { kind: 'boolean' }, optional: true },
        { name: 'title', type: { kind: 'boolean' } },
      ],
    },
  },
  'A mapped type whose types depend on the names keeps an int': {
    given: 'interface Item { id: int }\ntype Nullable<T> = { [K in keyof T]: T[K] | null };',
    type: 'Nullable<Item>',
    reads: {
      kind: 'object',
      name: 'Nullable',
      properties: [{ name: 'id', type: { kind: 'integer', nullable: true } }],
    },
  },
  'A mapped type with other names': {
    given: 'interface Item { title: string }',
    type: '{ [K in keyof Item as `new_${K}`]: Item[K] }',
    reads: { kind: 'object', properties: [{ name: 'new_title', type: STRING }] },
  },
  'A deep helper of the project': {
    given:
      'interface Item { id: int; owner: { id: int } }\ntype Deep<T> = { [K in keyof T]?: Deep<T[K]> };',
    type: 'Deep<Item>',
    reads: {
      kind: 'object',
      name: 'Deep',
      properties: [
        { ...ID, optional: true },
        {
          name: 'owner',
          type: { kind: 'object', name: 'Deep', properties: [{ ...ID, optional: true }] },
          optional: true,
        },
      ],
    },
  },
  'A mapped type keeps an int': {
    given: 'type Lists<T> = { [K in keyof T]: T[K][] };',
    type: 'Lists<{ id: int; size: number }>',
    reads: {
      kind: 'object',
      name: 'Lists',
      properties: [
        { name: 'id', type: { kind: 'array', items: INTEGER } },
        { name: 'size', type: { kind: 'array', items: { kind: 'number' } } },
      ],
    },
  },
  'A deep helper that asks for objects keeps an int': {
    given:
      'interface Item { id: int; owner: { id: int | null } }\ntype Deep<T> = T extends object ? { [K in keyof T]?: Deep<T[K]> } : T;',
    type: 'Deep<Item>',
    reads: {
      kind: 'object',
      name: 'Deep',
      properties: [
        { ...ID, optional: true },
        {
          name: 'owner',
          type: {
            kind: 'object',
            properties: [{ name: 'id', type: { ...INTEGER, nullable: true }, optional: true }],
          },
          optional: true,
        },
      ],
    },
  },
  'A branded int is an integer': {
    type: "int & { readonly brand: 'Age' }",
    reads: INTEGER,
  },
  'A condition tells an int from a number': {
    given: 'type Of<T> = T extends { a: infer A } ? A : never;',
    type: 'Of<{ a: int }> | Of<{ a: string }>',
    reads: { kind: 'union', options: [INTEGER, STRING] },
  },
  'A number that only the checker knows': {
    given: 'const count: number = 1;',
    type: 'typeof count',
    reads: { kind: 'number' },
  },
  'A member of a union is extracted as an object': {
    given: "type Shape = { kind: 'a'; id: int } | { kind: 'b'; title: string };",
    type: "Extract<Shape, { kind: 'a' }>",
    reads: {
      kind: 'object',
      properties: [{ name: 'kind', type: { kind: 'enum', values: ['a'] } }, ID],
    },
  },
  'The properties that a helper takes out of a class': {
    given: 'class Item { id!: int; title!: string; #secret = 1; run(): void {} }',
    type: "Omit<Item, 'title'>",
    reads: { kind: 'object', properties: [ID] },
  },
  'A class within an object is a class': {
    given: 'class Item {}',
    type: '{ item: Item }',
    reads: {
      kind: 'object',
      properties: [{ name: 'item', type: { kind: 'class', name: 'Item' } }],
    },
  },
  'Two declarations of an interface are one': {
    given: 'interface Item { id: int }\ninterface Item { title: string }',
    type: 'Item',
    reads: { kind: 'object', name: 'Item', properties: [ID, TITLE] },
  },
  'Tags state limits': {
    type: `{
      /** How many. @minimum 1 @exclusiveMaximum 10.5 @multipleOf 0.5 */
      count: number;
      /**
       * @pattern ^[a-z]{2,}@[a-z]+$
       * @minLength 3
       * @format email
       */
      mail: string;
      /** @minItems 1 @maxItems 3 @uniqueItems */
      tags: string[];
    }`,
    reads: {
      kind: 'object',
      properties: [
        {
          name: 'count',
          type: { kind: 'number' },
          description: 'How many.',
          limits: { minimum: 1, maximum: 10.5, exclusiveMaximum: true, multipleOf: 0.5 },
        },
        {
          name: 'mail',
          type: STRING,
          limits: { pattern: '^[a-z]{2,}@[a-z]+$', minLength: 3, format: 'email' },
        },
        {
          name: 'tags',
          type: { kind: 'array', items: STRING },
          limits: { minItems: 1, maxItems: 3, uniqueItems: true },
        },
      ],
    },
  },
  'A tag states a default': {
    type: '{\n  /** @default 10 */\n  count: int;\n  /** @default draft */\n  state: "draft" | "sent";\n}',
    reads: {
      kind: 'object',
      properties: [
        { name: 'count', type: INTEGER, default: 10 },
        {
          name: 'state',
          type: { kind: 'enum', values: ['draft', 'sent'] },
          default: 'draft',
        },
      ],
    },
  },
  'Partial takes a default away': {
    type: 'Partial<{\n  /** @default 10 @minimum 1 */\n  count: int }>',
    reads: {
      kind: 'object',
      properties: [{ name: 'count', type: INTEGER, optional: true, limits: { minimum: 1 } }],
    },
  },
};

const REJECTED: Readonly<Record<string, Rejected>> = {
  'A union of only null': { type: 'null | undefined', code: 'RR2001', text: 'null | undefined' },
  'A name without a declaration': { type: 'Missing', code: 'RR2003', text: 'Missing' },
  'A missing name within a union, at the name': {
    type: "Missing | 'a'",
    code: 'RR2003',
    text: 'Missing',
  },
  'A type that no schema expresses': { type: 'bigint', code: 'RR2001', text: 'bigint' },
  'A union with the request': {
    type: 'RestRequest | string',
    code: 'RR2002',
    text: 'RestRequest | string',
  },
  'A union with a type that no schema expresses, at that type': {
    type: 'string | bigint',
    code: 'RR2001',
    text: 'bigint',
  },
  'An interface with a method, where it is used': {
    given: 'interface Items { find(id: int): string }',
    type: 'Items[]',
    code: 'RR2014',
    text: 'a method (Items.find)',
  },
  'An interface with a function': {
    given: 'interface Items { find: (id: int) => string }',
    type: 'Items',
    code: 'RR2014',
    text: 'a method (Items.find)',
  },
  'An interface that is a function': {
    given: 'interface Call { (id: int): string }',
    type: 'Call',
    code: 'RR2014',
    text: '(id: int): string',
  },
  'A property that no schema expresses, with the way to it': {
    given: 'interface Item { lines: { owner: { serial: bigint } }[] }',
    type: 'Item',
    code: 'RR2001',
    text: 'bigint (Item.lines[].owner.serial)',
  },
  'The values of a map that no schema expresses': {
    type: '{ counts: Record<string, symbol> }',
    code: 'RR2001',
    text: 'symbol (counts[key])',
  },
  'An object without properties': { type: '{}', code: 'RR2001', text: '{}' },
  'Any object': { type: 'object', code: 'RR2001', text: 'object' },
  'An interface without properties': {
    given: 'interface Item {}',
    type: 'Item',
    code: 'RR2001',
    text: 'Item',
  },
  'A computed name': {
    given: 'const key = String(1);',
    type: '{ [key]: string }',
    code: 'RR2016',
    text: '[key]',
  },
  'An index signature by number': {
    type: '{ [index: number]: string }',
    code: 'RR2001',
    text: '[index: number]: string ([key])',
  },
  'A list of an alias that contains itself': {
    given: 'type Json = string | Json[];',
    type: 'Json',
    code: 'RR2020',
    text: 'Json',
  },
  'A type within itself whose argument has other limits': {
    given: `/** @minLength 2 */ type Title = string;
      interface Tree<T> { value: T; others?: Tree<Title>[] }`,
    type: 'Tree<string>',
    code: 'RR2027',
    text: 'Tree<Title> (Tree.others)',
  },
  'A generic interface without end': {
    given: 'interface Deep<T> { deep: Deep<T[]> }',
    type: 'Deep<int>',
    code: 'RR2021',
    text: `Deep${'.deep'.repeat(16)}, more than 16 objects deep`,
  },
  'A decorated property that a helper takes out of its class': {
    given: 'const limit = (): PropertyDecorator => () => {};\nclass Item { @limit() id!: int }',
    type: "Pick<Item, 'id'>",
    code: 'RR2024',
    text: '@limit() id!: int (id)',
  },
  'A tag that does not fit': {
    type: '{\n  /** @minLength 2 */\n  id: int }',
    code: 'RR2022',
    text: '@minLength 2 on integer',
  },
  'A tag whose value is no number': {
    type: '{\n  /** @minimum two */\n  id: int }',
    code: 'RR2023',
    text: '@minimum two',
  },
  'A list whose elements may be undefined': {
    type: '(int | undefined)[]',
    code: 'RR2001',
    text: '(int | undefined)',
  },
  'A list of requests': { type: 'RestRequest[]', code: 'RR2001', text: 'RestRequest' },
  'An alias, with the part that is to blame': {
    given: 'type Id = string | bigint;',
    type: 'Id',
    code: 'RR2001',
    text: 'Id (bigint)',
  },
  'An alias of itself': { given: 'type Loop = Loop;', type: 'Loop', code: 'RR2020', text: 'Loop' },
  'The keys of an open object': {
    type: 'keyof Record<string, int>',
    code: 'RR2001',
    text: 'keyof Record<string, int>',
  },
  'An enum with values of two kinds': {
    given: "enum Mixed { A = 1, B = 'b' }",
    type: 'Mixed',
    code: 'RR2002',
    text: 'Mixed, an enum without values or with mixed ones',
  },
  'An enum whose value is not constant': {
    given: 'enum Late { A = Math.random() }',
    type: 'Late',
    code: 'RR2011',
    text: 'Late (member A)',
  },
};

const accepted = readAll(ACCEPTED);
const rejected = readAll(REJECTED);

describe('a type that a schema can express', () => {
  test.each(accepted)('$title', ({ reading, expected: { reads, optional } }) => {
    expect(reading).toEqual(optional === undefined ? { type: reads } : { type: reads, optional });
  });
});

describe('a type that is rejected', () => {
  test.each(rejected)('$title', ({ reading, expected: { code, text } }) => {
    expect(reading).toMatchObject({ rejected: code, text });
  });
});

test('Interfaces that all contain each other are written out once', () => {
  const names = Array.from({ length: 12 }, (_, at) => `T${at}`);
  const given = names.map((name) => {
    return `interface ${name} { ${names.map((other) => `in${other}?: ${other};`).join(' ')} }`;
  });
  const [read] = readAll({ all: { type: 'T3', given: given.join('\n') } });
  const text = JSON.stringify(read?.reading);
  expect(text.match(/"id":/g)).toHaveLength(12);
  expect(text.match(/"of":/g)).toHaveLength(12 * 12 - 11);
});

/** Reads the types of a table in one program. */
function readAll<One extends { readonly type: string; readonly given?: string }>(
  table: Readonly<Record<string, One>>,
) {
  const titles = Object.keys(table);
  const cases = Object.values(table);
  const snippets = compileSnippets(
    cases.map(({ type, given = '' }) => `${given}\nexport class Home { value!: ${type} }`),
  );
  return cases.flatMap((expected, index) => {
    const snippet = snippets[index];
    if (snippet === undefined) return [];
    return [{ title: titles[index], expected, reading: readValueType(snippet) }];
  });
}
