import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { compileFunction } from 'node:vm';
import * as common from '@nestjs/common';
import * as library from 'nestjs-rest-routes';
import ts from 'typescript';
import { Project as CompiledProject, readProjectConfig } from '../../../lib/compiler/project.js';
import type { ImportOptions } from '../../../lib/wordpress/import/import-routes.js';
import { REPOSITORY } from '../../support/repository.js';
import { importInto, newProject, textOf, type Project } from '../import/support.js';

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
