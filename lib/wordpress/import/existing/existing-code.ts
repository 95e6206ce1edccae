import type { ts } from '../../../compiler/program/typescript.js';
import type { ProjectFiles } from '../project-files.js';
import { controllersIn, type ExistingController } from './existing-controller.js';
import { modulesIn, type ExistingModule } from './existing-module.js';
import { exportedTypes, type TypeDeclaration } from './existing-types.js';
import type { SourceTrees } from './source-trees.js';

/** What a project has already. */
export interface ExistingCode {
  readonly controllers: readonly ExistingController[];
  readonly modules: readonly ExistingModule[];
  /** The exported types by name, each with all files that declare it. */
  readonly types: ReadonlyMap<string, readonly TypeDeclaration[]>;
}

const TESTS = /\.(?:spec|test|e2e-spec|d)\.ts$/;

/** Reads the sources of a project in all folders: a person may have moved them. */
export function readExistingCode(
  files: ProjectFiles,
  sourceRoot: string,
  trees: SourceTrees,
): ExistingCode {
  const sources = files.list(sourceRoot).flatMap((path): readonly ts.SourceFile[] => {
    const text = TESTS.test(path) ? undefined : files.read(path);
    return text === undefined ? [] : [trees.of(path, text)];
  });
  const types = new Map<string, TypeDeclaration[]>();
  for (const [name, node] of sources.flatMap((source) => [...exportedTypes(source)])) {
    types.set(name, [...(types.get(name) ?? []), node]);
  }
  return {
    controllers: sources.flatMap(controllersIn),
    modules: sources.flatMap(modulesIn),
    types,
  };
}
