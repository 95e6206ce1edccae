import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { readFile, type FileReading } from '../../lib/compiler/signatures/read-class.js';
import { createProgramReader } from '../../lib/compiler/signatures/read-program.js';
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

const FOLDER = fileURLToPath(new URL('./support/', import.meta.url));

const LIBRARY = '../../../lib';

/** Without the whole package, a program is made in a moment. */
const IMPORTS = `import { HttpMethod } from '${LIBRARY}/routes/declaration/route-declaration.js';
import { PublicAccess } from '${LIBRARY}/routes/declaration/permission.js';
import { RestController, RestRoute } from '${LIBRARY}/decorators/controllers.js';
import { Param, ValueClass } from '${LIBRARY}/decorators/parameters.js';
import type { int } from '${LIBRARY}/types/int.js';
`;

const SOURCES: Readonly<Record<string, string>> = {
  'rows.ts': 'export function rows() { return [{ id: 1 }]; }',
  'service.ts': `import { rows } from './rows.js';
    export class ItemsService { list() { return rows(); } }`,
  'state.ts': "export enum State { Open = 'open' }",
  'barrel.ts': "export { State } from './state.js';",
  'paths.ts': "export const PATH = '/all';",
  'line.ts': `${IMPORTS}@ValueClass() export class Line {
    /** @minLength 2 */
    @Param() sku!: string;
  }`,
  'base.ts': `${IMPORTS}export class Base {
    @RestRoute('/base', HttpMethod.Get, new PublicAccess()) base(page: int) { return page; }
  }`,
  'items.controller.ts': `${IMPORTS}import { ItemsService } from './service.js';
    import { State } from './barrel.js';
    import { Line } from './line.js';
    import { PATH } from './paths.js';
    @RestController('v1', '/items') export class ItemsController {
      constructor(private readonly items: ItemsService) {}
      @RestRoute(PATH, HttpMethod.Get, new PublicAccess()) list(state: State) { return this.items.list(); }
      @RestRoute('', HttpMethod.Post, new PublicAccess()) add(@Param() line: Line) { return line; }
    }`,
  'users.controller.ts': `${IMPORTS}@RestController('v1', '/users') export class UsersController {
      @RestRoute('/all', HttpMethod.Get, new PublicAccess()) list(page: int) { return page; }
    }`,
  'typed.controller.ts': `${IMPORTS}import { Base } from './base.js';
    @RestController('v1', '/typed') export class TypedController extends Base {
      @RestRoute('', HttpMethod.Get, new PublicAccess()) one(state: import('./state.js').State) { return state; }
    }`,
  'app.module.ts': `import { Module } from '@nestjs/common';
    import { ItemsController } from './items.controller.js';
    import { UsersController } from './users.controller.js';
    @Module({ controllers: [ItemsController, UsersController] }) export class AppModule {}`,
};

const ALL = ['items.controller.ts', 'line.ts', 'typed.controller.ts', 'users.controller.ts'];

/** Every edit is made to the sources that the edits before it have left. */
const EDITS: readonly {
  readonly title: string;
  readonly edit: readonly [file: string, from: string, to: string];
  readonly reread: readonly string[];
}[] = [
  {
    title: 'a result two files away, which no annotation names',
    edit: ['rows.ts', 'id: 1', "id: 1, title: 'a'"],
    reread: ['items.controller.ts'],
  },
  {
    // The routes of a controller are compared with those of the controllers before it in the module.
    title: 'an enum, through a file that exports it again and through an import type',
    edit: ['state.ts', "'open'", "'ajar'"],
    reread: ['items.controller.ts', 'typed.controller.ts', 'users.controller.ts'],
  },
  {
    title: 'a limit in a comment of a value class',
    edit: ['line.ts', '@minLength 2', '@minLength 3'],
    reread: ['items.controller.ts', 'line.ts', 'users.controller.ts'],
  },
  {
    title: 'a base class of a controller',
    edit: ['base.ts', 'page: int', 'page: int, search?: string'],
    reread: ['typed.controller.ts'],
  },
  {
    title:
      'a path, so that two classes of the module have the same route, which the second one reports',
    edit: ['users.controller.ts', "'/users'", "'/items'"],
    reread: ['users.controller.ts'],
  },
  {
    title: 'a constant, so that the routes differ',
    edit: ['paths.ts', "'/all'", "'/every'"],
    reread: ['items.controller.ts', 'users.controller.ts'],
  },
  {
    title: 'the constant, so that the routes are the same again',
    edit: ['paths.ts', "'/every'", "'/all'"],
    reread: ['items.controller.ts', 'users.controller.ts'],
  },
  {
    title: 'the order of a module',
    edit: ['app.module.ts', 'ItemsController, UsersController', 'UsersController, ItemsController'],
    reread: ALL,
  },
  {
    title: 'the classes of a module',
    edit: ['app.module.ts', 'UsersController, ItemsController', 'UsersController'],
    reread: ALL,
  },
  {
    title: 'a controller that no longer extends a class with routes, which has a diagnostic now',
    edit: ['typed.controller.ts', ' extends Base', ''],
    reread: ['base.ts', ...ALL],
  },
  {
    title: 'a file that the class with the diagnostic does not import',
    edit: ['paths.ts', "'/all'", "'/every'"],
    reread: ['base.ts', 'items.controller.ts'],
  },
  {
    title: 'global names',
    edit: ['rows.ts', 'export', 'declare global { interface Shared { id: string } }\nexport'],
    reread: ['base.ts', ...ALL],
  },
];

test('In watch mode, a file is read again if what its signatures depend on has changed, and only then', () => {
  const project = createProject();
  const read = createProgramReader();
  let last = read(project.program());
  expect([...last.values()].flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
  expect(signaturesOf(last)).toEqual(signaturesOf(createProgramReader()(project.program())));
  for (const { title, edit, reread } of EDITS) {
    project.edit(...edit);
    const program = project.program();
    const readings = read(program);
    expect(signaturesOf(readings), title).toEqual(signaturesOf(createProgramReader()(program)));
    const changed = [...readings].filter(([file, reading]) => last.get(file) !== reading);
    expect(changed.map(([file]) => basename(file)).toSorted(), title).toEqual(reread);
    last = readings;
  }
});

test('In watch mode, a new file and other options make every reading out of date', () => {
  const project = createProject();
  const read = createProgramReader();
  const first = read(project.program());
  expect([...read(project.program())]).toEqual([...first]);
  expect(read(project.program()).get(join(FOLDER, 'line.ts'))).toBe(
    first.get(join(FOLDER, 'line.ts')),
  );
  project.add('more.ts', 'export {};');
  const second = read(project.program());
  expect(second.get(join(FOLDER, 'line.ts'))).not.toBe(first.get(join(FOLDER, 'line.ts')));
  const third = read(project.program({ strictPropertyInitialization: false }));
  expect(third.get(join(FOLDER, 'line.ts'))).not.toBe(second.get(join(FOLDER, 'line.ts')));
});

/** Programs of sources that exist only in the test; unchanged files are parsed once, as in watch mode. */
function createProject() {
  const parsed = ts.getParsedCommandLineOfConfigFile(
    join(FOLDER, 'tsconfig.json'),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(String(messageText));
      },
    },
  );
  const options = parsed?.options ?? {};
  const texts = new Map(Object.entries(SOURCES).map(([name, text]) => [join(FOLDER, name), text]));
  const host = ts.createCompilerHost(options);
  const files = new Map<string, ts.SourceFile | undefined>();
  let old: ts.Program | undefined;
  return {
    edit: (name: string, from: string, to: string): void => {
      const path = join(FOLDER, name);
      const text = texts.get(path) ?? '';
      expect(text).toContain(from);
      texts.set(path, text.replace(from, to));
      files.delete(path);
    },
    add: (name: string, text: string): void => {
      texts.set(join(FOLDER, name), text);
    },
    program: (more?: ts.CompilerOptions): ts.Program => {
      const program = ts.createProgram({
        rootNames: [...texts.keys()],
        options: more === undefined ? options : { ...options, ...more },
        ...(old === undefined ? {} : { oldProgram: old }),
        host: {
          ...host,
          fileExists: (path) => texts.has(path) || host.fileExists(path),
          readFile: (path) => texts.get(path) ?? host.readFile(path),
          getSourceFile: (path, language) => {
            const text = texts.get(path);
            if (!files.has(path)) {
              const file =
                text === undefined
                  ? host.getSourceFile(path, language)
                  : ts.createSourceFile(path, text, language);
              files.set(path, file);
            }
            return files.get(path);
          },
        },
      });
      old = program;
      return program;
    },
  };
}

function signaturesOf(readings: ReadonlyMap<string, FileReading>) {
  return [...readings].map(([file, { classes, diagnostics }]) => [
    basename(file),
    classes.map(({ signature }) => signature),
    diagnostics.map(({ text }) => text),
  ]);
}
