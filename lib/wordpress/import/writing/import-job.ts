import type { RouteLayout } from '../arguments/argument-layout.js';
import type { ExistingCode } from '../existing/existing-code.js';
import type { RouteMatches } from '../existing/match-routes.js';
import type { ImportPaths } from '../import-paths.js';
import type { ImportPlan } from '../plan/import-plan.js';
import type { ChangedFiles, FormatText } from '../project-files.js';
import type { ImportExtension } from '../source/project-extension.js';
import type { SourceContext } from '../source/type-source.js';

/** A class that lists others in its metadata, and its file. */
export interface RootModule {
  /** From the root of the project: `/src/app.module.ts`. */
  readonly path: string;
  readonly className: string;
}

/** How a project wants its files. */
export interface WritingOptions {
  /** `spec`. */
  readonly suffix: string;
  readonly importExtension: ImportExtension;
  readonly withTests: boolean;
  /** Whether modules are changed. */
  readonly isRegistered: boolean;
  /** The module of the application; `undefined` where there is none. */
  readonly root: RootModule | undefined;
  readonly format: FormatText;
}

/** All that the writing of one namespace needs. */
export interface ImportJob {
  readonly plan: ImportPlan;
  readonly paths: ImportPaths;
  readonly code: ExistingCode;
  readonly matches: RouteMatches;
  /** The routes that the project does not have. */
  readonly missing: readonly RouteLayout[];
  readonly files: ChangedFiles;
  readonly options: WritingOptions;
  readonly contextOf: (path: string) => SourceContext;
  readonly notes: string[];
}
