import { isAttached } from '../../emit/attached-mark.js';
import type { SourceDiagnostic } from '../../diagnostics/source-diagnostic.js';
import { mentionsRoutes } from '../../syntax/mentions-routes.js';
import type { Project } from './project.js';

/** What a build tool supplies for the transformation of one file, and how it takes the results. */
export interface BuildTool {
  /** Opens the project, or returns the open one. */
  project(): Promise<Project>;
  /** Takes the other files that the result depends on. */
  onDependencies(files: ReadonlySet<string>): void;
  /** Fails the file. There is at least one diagnostic. */
  onDiagnostics(diagnostics: readonly SourceDiagnostic[]): never;
}

/**
 * Attaches the signatures of a file's classes to its text; `undefined` where the text stays as it is.
 * A configuration may list the tool twice, its own and one that it extends, so a text that has its
 * signatures already stays as it is too.
 */
export async function transformSource(
  code: string,
  fileName: string,
  tool: BuildTool,
): Promise<string | undefined> {
  if (!mentionsRoutes(code) || isAttached(code)) return undefined;
  const project = await tool.project();
  const { classes, diagnostics, dependencies } = project.read(fileName, code);
  tool.onDependencies(dependencies);
  if (diagnostics.length > 0) tool.onDiagnostics(diagnostics);
  if (classes.length === 0) return undefined;
  const { attachText } = await import('../../emit/attach-text.js');
  return attachText(code, classes);
}
