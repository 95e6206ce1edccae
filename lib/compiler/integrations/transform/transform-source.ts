import type { SourceDiagnostic } from '../../source-diagnostic.js';
import type { Project } from './project.js';
import { isAttached } from '../../attachment.js';
import { mentionsRoutes } from '../../syntax/our-decorators.js';

/** What a build tool supplies for the transformation of one file, and how it takes the results. */
interface BuildTool {
  /** Opens the project, or returns the open one. */
  project(): Promise<Project>;
  /** Takes the other files that the result depends on. */
  onDependencies(files: ReadonlySet<string>): void;
  /** Fails the file. There is at least one diagnostic. */
  onDiagnostics(diagnostics: readonly SourceDiagnostic[]): never;
}

/** Loads TypeScript and opens a project. A build without routes never calls this. */
export async function loadProject(root: string, tsconfig: string | undefined): Promise<Project> {
  const { Project } = await import('./project.js');
  const { readProjectConfig } = await import('../../program/project-config.js');
  return new Project(readProjectConfig(root, tsconfig));
}

/** Attaches the signatures of a file's classes to its text; `undefined` where the text stays as it is. */
export async function transformSource(
  code: string,
  fileName: string,
  tool: BuildTool,
): Promise<string | undefined> {
  if (!lacksSignatures(code)) return undefined;
  const project = await tool.project();
  const { attachSignatures } = await import('./attach-signatures.js');
  const { text, diagnostics, dependencies } = attachSignatures(code, fileName, project);
  tool.onDependencies(dependencies);
  if (diagnostics.length > 0) tool.onDiagnostics(diagnostics);
  return text;
}

/**
 * Whether signatures may have to be attached to a source. A configuration may list the tool twice, its
 * own and one that it extends, so a text that has its signatures already stays as it is.
 */
export function lacksSignatures(code: string): boolean {
  return mentionsRoutes(code) && !isAttached(code);
}
