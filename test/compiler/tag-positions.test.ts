import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { createProjectView } from '../../lib/compiler/program/project-view.js';
import { createSourceHost } from '../../lib/compiler/project.js';
import { readFile } from '../../lib/compiler/signatures/read-class.js';
import { CORPUS } from './support/corpus.js';

const TAG = '/** @maxLength 5 */';

/** Declarations, the parameters of a route, and the type that it returns. */
interface Position {
  readonly given?: string;
  readonly takes: string;
  readonly returns?: string;
}

const at = (given: string, takes = 'x: T', returns?: string): Position => ({
  given,
  takes,
  ...(returns === undefined ? {} : { returns }),
});

/** Positions at which the tag limits the value. */
const LIMITED: Readonly<Record<string, Position>> = {
  // TypeScript attaches it to the next parameter.
  'after the comma before another parameter': at('', `x: string, ${TAG}\n  y: string`),
  'before a property of an interface': at(`interface T { ${TAG} a: string }`),
  'above a property of an interface': at(`interface T {\n  ${TAG}\n  a: string;\n}`),
  'before a modifier of a property': at(`interface T { ${TAG} readonly a: string }`),
  'after a modifier of a property': at(`interface T { readonly ${TAG} a: string }`),
  'before the second property of a line': at(`interface T { b: int; ${TAG} a: string }`),
  'before a property of a type literal': at('', `x: { ${TAG} a: string }`),
  'before a parameter': at('', `${TAG} x: string`),
  'above a parameter': at('', `\n  ${TAG}\n  x: string,\n`),
  'before the decorator of a parameter': at('', `${TAG} @Param() x: string`),
  'after the decorator of a parameter': at('', `@Param() ${TAG} x: string`),
  'on an alias': at(`${TAG} type T = string;`),
  'on an exported alias': at(`${TAG} export type T = string;`),
  'above the decorator of a property of a class': at(
    `@ValueClass() class T {\n  ${TAG}\n  @Param() a!: string;\n}`,
    '@ListOf(T) x: T[]',
  ),
  'between a decorator and its property': at(
    `@ValueClass() class T {\n  @Param()\n  ${TAG}\n  a!: string;\n}`,
    '@ListOf(T) x: T[]',
  ),
  'between two decorators of a property': at(
    `@ValueClass() class T {\n  @Param()\n  ${TAG}\n  @Param({ minLength: 1 }) a!: string;\n}`,
    '@ListOf(T) x: T[]',
  ),
  'after the modifier of a property of a class': at(
    `@ValueClass() class T {\n  @Param() public ${TAG} a!: string;\n}`,
    '@ListOf(T) x: T[]',
  ),
};

/** Positions at which the tag has no effect. */
const REJECTED: Readonly<Record<string, Position>> = {
  'after the modifier of an alias': at(`export ${TAG} type T = string;`),
  'in the first of two doc comments': at(
    `interface T {\n  ${TAG}\n  /** A title. */\n  a: string;\n}`,
  ),
  'after a property of an interface': at(`interface T {\n  a: string; ${TAG}\n}`),
  'after a property, before another one': at(`interface T {\n  a: string; ${TAG}\n  b: string;\n}`),
  'after a property without a semicolon': at(`interface T {\n  a: string ${TAG}\n  b: string\n}`),
  'after a property of a type literal': at('', `x: {\n  a: string; ${TAG}\n}`),
  'after a property of a class': at(
    `@ValueClass() class T {\n  @Param() a!: string; ${TAG}\n  @Param() b!: string;\n}`,
    '@ListOf(T) x: T[]',
  ),
  'after the last property of a class': at(
    `@ValueClass() class T {\n  @Param() a!: string; ${TAG}\n}`,
    '@ListOf(T) x: T[]',
  ),
  'between the name and the type of a property': at(`interface T { a ${TAG}: string }`),
  'between the name and the question mark': at(`interface T { a ${TAG} ?: string }`),
  'before the type of a property': at(`interface T { a: ${TAG} string }`),
  'after the type of a property': at(`interface T { a: string ${TAG}; b: string }`),
  'after a parameter': at('', `x: string ${TAG}`),
  'between the name and the type of a parameter': at('', `x ${TAG}: string`),
  'before the default of a parameter': at('', `x: string = ${TAG} 'a'`),
  'on a type parameter of an alias': at(`type T<${TAG} V> = { a: V };`, 'x: T<string>'),
  'on a type parameter of an interface': at(`interface T<${TAG} V> { a: V }`, 'x: T<string>'),
  'in the @template of an alias': at(
    `/**\n * @template V\n * @maxLength 5\n */\ntype T<V> = { a: V };`,
    'x: T<string>',
  ),
  'on a type argument': at(`interface T<V> { a: V }`, `x: T<${TAG} string>`),
  'on the element of a tuple': at('', `x: [${TAG} string, string]`),
  'on a named element of a tuple': at('', `x: [${TAG} a: string, b: string]`),
  'on the elements of a list': at('', `x: Array<${TAG} string>`),
  'on a member of an enum': at(`enum T { ${TAG} A = 'a', B = 'b' }`),
  'above a member of an enum': at(`enum T {\n  ${TAG}\n  A = 'a',\n  B = 'b',\n}`),
  'after a member of an enum': at(`enum T {\n  A = 'a', ${TAG}\n  B = 'b',\n}`),
  'on the type of one member of an enum': at(`enum E { ${TAG} A = 'a', B = 'b' }`, 'x: E.A'),
  'on an enum': at(`${TAG} enum T { A = 'a' }`),
  'on the first type of a union': at(`type T = ${TAG} string | int;`),
  'on a type of a union': at(`type T = int | ${TAG} string;`),
  'after a type of a union': at(`type T = string ${TAG} | int;`),
  'above a type of a union': at(`type T =\n  ${TAG}\n  | string\n  | int;`),
  'after the type of an alias': at(`type T = string ${TAG};\ntype U = int;`),
  'after an alias on its line': at(`type T = string; ${TAG}\ntype U = int;`),
  'between the name and the type of an alias': at(`type T ${TAG} = string;`),
  'on the return type': at('', 'x: int', `${TAG} string`),
  'on a method': at('', 'x: string'),
  'after the return type': at('', 'x: string', `string ${TAG}`),
  'at the end of an interface': at(`interface T {\n  a: string;\n  ${TAG}\n}`),
  'in an interface after its name': at(`interface T ${TAG} { a: string }`),
  'on a property of an interface that a class implements': at(
    `interface I { a: string; ${TAG}\n}\n@ValueClass() class T implements I { @Param() a!: string }`,
    '@ListOf(T) x: T[]',
  ),
};

function sourceOf({ given = '', takes, returns }: Position, tag = ''): string {
  return `import { HttpMethod, ListOf, Param, PublicAccess, RestController, RestRoute, ValueClass, type int } from 'nestjs-rest-routes';
${given}
@RestController('v1', '/subjects')
export class Subject {
  ${tag}
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(${takes})${returns === undefined ? '' : `: ${returns}`} { return undefined as never; }
}
`;
}

const ALL = [...Object.entries(LIMITED), ...Object.entries(REJECTED)];
const nameOf = (index: number): string => join(CORPUS, `position-${index}.ts`);

function readAll() {
  const { config } = ts.readConfigFile(join(CORPUS, 'tsconfig.json'), ts.sys.readFile.bind(ts.sys));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, CORPUS);
  const host = createSourceHost(options);
  const names = ALL.map((_, index) => nameOf(index));
  for (const [index, [name, position]] of ALL.entries()) {
    host.replace(nameOf(index), sourceOf(position, name === 'on a method' ? TAG : ''));
  }
  const fileExists = (name: string) => names.includes(name) || host.fileExists(name);
  const { directoryExists: _noFolder, ...rest } = host;
  const program = ts.createProgram(names, options, { ...rest, fileExists });
  const view = createProjectView(program);
  return new Map(
    ALL.map(([title], index) => {
      const file = program.getSourceFile(nameOf(index));
      if (file === undefined) throw new Error(`${title} is not in the program.`);
      const { classes, diagnostics } = readFile(file, view);
      const text = JSON.stringify(classes.map(({ signature }) => signature));
      return [title, { text, codes: diagnostics.map(({ code }) => code) }] as const;
    }),
  );
}

describe('a tag of a doc comment', () => {
  const read = readAll();

  test.each(Object.keys(LIMITED))('limits the value %s', (title) => {
    const { text = '', codes } = read.get(title) ?? {};
    expect(codes).toEqual([]);
    expect(text).toContain('"maxLength":5');
  });

  test.each(Object.keys(REJECTED))('is a diagnostic %s', (title) => {
    expect(read.get(title)?.codes).not.toEqual([]);
  });
});
