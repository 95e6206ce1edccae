import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import * as common from '@nestjs/common';
import * as library from 'nestjs-rest-routes';
import { compileFunction } from 'node:vm';
import ts from 'typescript';
import { Project as CompiledProject, readProjectConfig } from '../../../lib/compiler/project.js';
import { parseIndex } from '../../../lib/wordpress/read-index.js';
import {
  importRoutes,
  type ImportOptions,
  type ImportedRoutes,
} from '../../../lib/wordpress/import/import-routes.js';
import { projectFormat } from '../../../lib/wordpress/import/project-files.js';
import { REPOSITORY } from '../../support/repository.js';

/** A project in memory: the texts of its files by path. */
export type Project = Map<string, string>;

const MODULE = `import { Module } from '@nestjs/common';
import { RestModule } from 'nestjs-rest-routes';

@Module({
  imports: [RestModule.forRoot({ namespace: 'app' })],
})
export class AppModule {}
`;

const MANIFEST = '{ "type": "module" }';

/** A project with a root module. */
export function newProject(): Project {
  return new Map([['/src/app.module.ts', MODULE]]);
}

/** The routes of an index: the endpoints by pattern, or the arguments of one GET endpoint. */
export function indexOf(
  namespace: string,
  routes: Readonly<Record<string, readonly object[]>>,
): { readonly namespaces: readonly string[]; readonly routes: object } {
  const entries = Object.entries(routes).map(
    ([path, endpoints]) => [`/${namespace}${path}`, { namespace, endpoints }] as const,
  );
  return { namespaces: [namespace], routes: Object.fromEntries(entries) };
}

/** Imports a document into a project, and changes the project. */
export async function importInto(
  project: Project,
  document: object,
  options: Partial<ImportOptions> = {},
): Promise<ImportedRoutes> {
  const files = {
    read: (path: string) => (path === '/package.json' ? MANIFEST : project.get(path)),
    list: (folder: string) => [...project.keys()].filter((path) => path.startsWith(`${folder}/`)),
  };
  const result = await importRoutes(parseIndex(document, 'index.json'), files, {
    sourceRoot: '/src',
    suffix: 'spec',
    withTests: true,
    isRegistered: true,
    format: await projectFormat(REPOSITORY),
    ...options,
  });
  for (const [path, text] of result.changes) project.set(path, text);
  return result;
}

/** The text of a file that must be there. */
export function textOf(project: Project, path: string): string {
  const text = project.get(path);
  if (text === undefined) throw new Error(`No ${path}, but ${[...project.keys()].join(', ')}`);
  return text;
}

/** Replaces a text that must be there. */
export function edit(project: Project, path: string, from: string, to: string): void {
  const text = textOf(project, path);
  if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
  project.set(path, text.replace(from, to));
}

/** An imported API: its module, compiled as that of an application is. */
export interface ServedImport {
  readonly module: common.Type;
  /** The texts of its files, as they were written. */
  readonly project: Project;
}

/**
 * Imports an index into a new project, decides that everyone may call its routes, and lets each method return its
 * arguments.
 */
export async function serveImport(
  document: object,
  options: Partial<ImportOptions> = {},
): Promise<ServedImport> {
  const project = newProject();
  const { notes } = await importInto(project, document, { withTests: false, ...options });
  if (notes.length > 0) throw new Error(notes.join('\n'));
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rest-routes-import-')));
  try {
    writeProject(root, project);
    const { AppModule } = loaderOf(root, project)('/src/app.module.ts');
    return { module: AppModule as common.Type, project };
  } finally {
    rmSync(root, { recursive: true });
  }
}

function writeProject(root: string, project: Project): void {
  const paths = { 'nestjs-rest-routes': [join(REPOSITORY, 'lib/index.ts')] };
  const compilerOptions = { ...OPTIONS, paths };
  symlinkSync(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'));
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  for (const [path, text] of project) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), callable(text));
  }
}

const OPTIONS = {
  module: 'nodenext',
  target: 'es2023',
  strict: true,
  experimentalDecorators: true,
  types: [],
};

const AS_COMMONJS: ts.CompilerOptions = {
  module: ts.ModuleKind.CommonJS,
  target: ts.ScriptTarget.ES2023,
  experimentalDecorators: true,
};

type Exports = Record<string, unknown>;

type Run = (require: (name: string) => unknown, exports: Exports) => void;

/** Loads the modules of a project as CommonJS, with the library that the test has. */
function loaderOf(root: string, project: Project): (path: string) => Exports {
  const compiled = new CompiledProject(() => readProjectConfig(root, undefined));
  const packages: Exports = { '@nestjs/common': common, 'nestjs-rest-routes': library };
  const loaded = new Map<string, Exports>();
  const load = (path: string): Exports => {
    const known = loaded.get(path);
    if (known !== undefined) return known;
    const exports: Exports = {};
    loaded.set(path, exports);
    const { text, diagnostics } = compiled.attach(
      callable(textOf(project, path)),
      join(root, path),
    );
    if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics));
    const { outputText } = ts.transpileModule(text, { compilerOptions: AS_COMMONJS });
    const require = (name: string): unknown =>
      packages[name] ?? load(posix.join(posix.dirname(path), name).replace(/(?:\.js)?$/, '.ts'));
    const run = compileFunction(outputText, ['require', 'exports']) as Run;
    run(require, exports);
    return exports;
  };
  return load;
}

/** Routes return their arguments, and permissions allow. */
function callable(text: string): string {
  const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true);
  const methods = source.statements
    .filter(ts.isClassDeclaration)
    .flatMap(({ members }) => members.filter(ts.isMethodDeclaration));
  return methods.reduceRight(
    (changed, { body, parameters }) => {
      if (body?.getText().includes('not_implemented') !== true) return changed;
      const names = parameters.map(({ name }) => name.getText()).join(', ');
      return `${changed.slice(0, body.pos)} { return { ${names} }; }${changed.slice(body.end)}`;
    },
    text.replaceAll('return false;', 'return true; '),
  );
}
