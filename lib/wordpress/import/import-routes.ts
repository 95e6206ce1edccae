import { posix } from 'node:path';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import type { ApiIndex } from '../index/api-index.js';
import { SourceTrees } from './existing/source-trees.js';
import { importNamespace, type NamespaceReport } from './import-namespace.js';
import { importPaths } from './import-paths.js';
import { kebabCase, shortWords, typeWords } from './naming/words.js';
import { planImport } from './plan/plan-import.js';
import { ChangedFiles, type ProjectFiles } from './project-files.js';
import type { WritingOptions } from './writing/import-job.js';

/** What is imported, and to where. */
export interface ImportOptions extends WritingOptions {
  /** Those of the index by default. */
  readonly namespace?: string | undefined;
  /** The folder of the controllers; one below the source root for each namespace by default. */
  readonly folder?: string | undefined;
  /** `/src`. */
  readonly sourceRoot: string;
}

/** The files to write, and the reports for the person who imports. */
export interface ImportedRoutes {
  readonly changes: ReadonlyMap<string, string>;
  readonly reports: readonly NamespaceReport[];
}

/**
 * Turns an index into controllers. Nothing is written here, and what a project has stays as it is.
 *
 * @throws InvalidArgumentException where the index does not have the namespace.
 */
export async function importRoutes(
  index: ApiIndex,
  files: ProjectFiles,
  options: ImportOptions,
): Promise<ImportedRoutes> {
  const project = { files: new ChangedFiles(files), trees: new SourceTrees() };
  const reports: NamespaceReport[] = [];
  for (const namespace of namespacesOf(index, options.namespace)) {
    const plan = planImport(index, namespace);
    if (plan.controllers.length === 0 && plan.notes.length === 0) continue;
    const own = kebabCase(shortWords(typeWords(plan.namespace, 'api')));
    const folder = options.folder ?? posix.join(options.sourceRoot, own);
    const paths = importPaths(folder, plan.namespace, options.suffix);
    reports.push(await importNamespace(plan, paths, options.sourceRoot, project, options));
  }
  return { changes: project.files.changes, reports };
}

function namespacesOf(
  { namespaces, source }: ApiIndex,
  stated: string | undefined,
): readonly string[] {
  if (stated === undefined) return namespaces;
  const namespace = stated
    .split('/')
    .filter((part) => part !== '')
    .join('/');
  if (namespaces.includes(namespace)) return [namespace];
  throw new InvalidArgumentException(
    `${source} has no namespace ${JSON.stringify(stated)}, but ${namespaces.join(', ') || 'none'}.`,
  );
}
