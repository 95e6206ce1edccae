import { posix } from 'node:path';
import { ts } from '../../../compiler/program/typescript.js';
import type { ExistingCode } from '../existing/existing-code.js';
import { parseSource } from '../existing/source-file.js';
import type { ImportPaths } from '../import-paths.js';
import type { ProjectFiles } from '../project-files.js';
import type { NamedType } from '../typenames/name-types.js';

/** Where the types of a plan are declared, and which of them the generated code needs. */
export interface TypePlaces {
  readonly types: readonly NamedType[];
  /** Those that were looked up. */
  readonly needed: ReadonlySet<string>;
  readonly isDeclared: (name: string) => boolean;
  readonly fileOf: (name: string) => string;
}

/**
 * Finds the types that a project has already: in the folder of the import, and where its controllers
 * import them from.
 *
 * @param controllers The files of the controllers.
 */
export function typePlaces(
  types: readonly NamedType[],
  paths: ImportPaths,
  code: ExistingCode,
  controllers: readonly string[],
  files: ProjectFiles,
): TypePlaces {
  const near = new Set(controllers.flatMap((file) => importsOf(file, files.read(file) ?? '')));
  const isNear = (file: string): boolean => file.startsWith(`${paths.folder}/`) || near.has(file);
  const declaredIn = (name: string): string | undefined =>
    code.types
      .get(name)
      ?.map((node) => node.getSourceFile().fileName)
      .find(isNear);
  const planned = new Map(types.map(({ name, owner }) => [name, owner]));
  const needed = new Set<string>();
  return {
    types,
    needed,
    isDeclared: (name) => declaredIn(name) !== undefined,
    fileOf: (name) => {
      needed.add(name);
      const owner = planned.get(name);
      return declaredIn(name) ?? (owner === undefined ? paths.shared : paths.arguments(owner));
    },
  };
}

/** The files of the project that a file imports. */
function importsOf(file: string, text: string): readonly string[] {
  return parseSource(file, text).statements.flatMap((node) => {
    const specifier = ts.isImportDeclaration(node) ? node.moduleSpecifier : undefined;
    if (specifier === undefined || !ts.isStringLiteral(specifier)) return [];
    const path = posix.join(posix.dirname(file), specifier.text).replace(/\.js$/, '');
    return specifier.text.startsWith('.') ? [`${path}.ts`] : [];
  });
}
