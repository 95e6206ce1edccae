import { describe, expect, test } from 'vitest';
import type { TypeSignature } from '../../../lib/model/signature/method-signature.js';
import { compileSnippets, valueType } from '../support/snippets.js';

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
    reads: { kind: 'enum', name: 'Kind', values: ['a'] },
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
  'Lists of lists are read for plain values': {
    type: 'int[][]',
    reads: { kind: 'array', items: { kind: 'array', items: { kind: 'integer' } } },
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
    type: "import('../../../lib/model/types/int.js').int",
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
    reads: { kind: 'enum', values: ['a', 'c'] },
  },
  'A condition is worked out where its argument is known': {
    given: "type Of<T> = T extends string ? 'text' : boolean;",
    type: 'Of<int>',
    reads: { kind: 'boolean' },
  },
};

const REJECTED: Readonly<Record<string, Rejected>> = {
  'A type that no schema expresses': { type: 'unknown', code: 'RR2001', text: 'unknown' },
  'A union of only null': { type: 'null | undefined', code: 'RR2001', text: 'null | undefined' },
  'A union of two kinds': { type: 'string | int', code: 'RR2002', text: 'string | int' },
  'Literals of two kinds': { type: "'a' | 1", code: 'RR2002', text: "'a' | 1" },
  'A name without a declaration': { type: 'Missing', code: 'RR2003', text: 'Missing' },
  'A missing name within a union, at the name': {
    type: "Missing | 'a'",
    code: 'RR2003',
    text: 'Missing',
  },
  'An interface': { given: 'interface Item {}', type: 'Item', code: 'RR2014', text: 'Item' },
  'A list of interfaces, at its elements': {
    given: 'interface Item {}',
    type: 'Item[]',
    code: 'RR2014',
    text: 'Item',
  },
  'A list whose elements may be undefined': {
    type: '(int | undefined)[]',
    code: 'RR2001',
    text: '(int | undefined)',
  },
  'A list of requests': { type: 'RestRequest[]', code: 'RR2001', text: 'RestRequest' },
  'A list of lists of classes': {
    given: 'class Item {}',
    type: 'Item[][]',
    code: 'RR2001',
    text: 'Item[]',
  },
  'An alias, with the part that is to blame': {
    given: 'type Id = string | int;',
    type: 'Id',
    code: 'RR2002',
    text: 'Id (string | int)',
  },
  'An alias of itself': { given: 'type Loop = Loop;', type: 'Loop', code: 'RR2001', text: 'Loop' },
  'The keys of an open object': {
    type: 'keyof Record<string, int>',
    code: 'RR2001',
    text: 'keyof Record<string, int>',
  },
  'A number that only the checker knows': {
    given: 'const count: number = 1;',
    type: 'typeof count',
    code: 'RR2015',
    text: 'typeof count (number)',
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
    const { node, scope } = valueType(snippet);
    return [{ title: titles[index], expected, reading: scope.readType(node, scope) }];
  });
}
