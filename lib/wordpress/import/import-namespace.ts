import { layOutArguments } from './arguments/lay-out-arguments.js';
import { readExistingCode } from './existing/existing-code.js';
import type { SourceTrees } from './existing/source-trees.js';
import { findDifferences } from './existing/find-differences.js';
import { matchRoutes } from './existing/match-routes.js';
import type { ImportPaths } from './import-paths.js';
import type { ImportPlan } from './plan/import-plan.js';
import type { ChangedFiles } from './project-files.js';
import { ImportLines } from './source/import-lines.js';
import { nameTypes } from './typenames/name-types.js';
import type { ImportJob, WritingOptions } from './writing/import-job.js';
import { typePlaces } from './writing/type-places.js';
import { writeControllers } from './writing/write-controllers.js';
import { writeModule } from './writing/write-module.js';
import { writeTypes } from './writing/write-types.js';

/** The files of a project, and their syntax trees for all namespaces. */
export interface ImportedProject {
  readonly files: ChangedFiles;
  readonly trees: SourceTrees;
}

/** What the import of one namespace did. */
export interface NamespaceReport {
  /** `shop/v1`. */
  readonly namespace: string;
  /** The endpoints that were written. */
  readonly added: number;
  /** Those that the project had. */
  readonly kept: number;
  /** What a person has to know, one sentence each. */
  readonly notes: readonly string[];
  /** What differs between the index and the code that is kept. */
  readonly differences: readonly string[];
}

/** Writes the routes of a plan that a project lacks, and reports what differs in those that it has. */
export async function importNamespace(
  plan: ImportPlan,
  paths: ImportPaths,
  sourceRoot: string,
  { files, trees }: ImportedProject,
  options: WritingOptions,
): Promise<NamespaceReport> {
  const code = readExistingCode(files, sourceRoot, trees);
  const matches = matchRoutes(plan, code);
  const layouts = layOutArguments(plan);
  const missing = layouts.filter(({ route }) => !matches.found.has(route));
  const names = nameTypes(layouts, plan.controllers);
  const types = [...names.classes.values(), ...names.nodes.values()];
  const controllers = [...matches.targets.values()].map(({ file }) => file);
  const places = typePlaces(types, paths, code, controllers, files);
  const { fileOf } = places;
  const contextOf: ImportJob['contextOf'] = (path) => ({
    imports: new ImportLines(path, options.importExtension),
    names,
    fileOf,
  });
  const notes = [...plan.notes];
  const job: ImportJob = { plan, paths, code, matches, missing, files, options, contextOf, notes };
  const created = await writeControllers(job);
  await writeTypes(job, places);
  await writeModule(job, created);
  return {
    namespace: plan.source,
    added: missing.length,
    kept: layouts.length - missing.length,
    notes,
    differences: findDifferences(matches, code),
  };
}
