import { throwDiagnostics } from '../../source-diagnostic.js';
import { readProjectConfig } from '../../program/project-config.js';
import { attachSignatures } from './attach-signatures.js';
import { lacksSignatures } from './transform-source.js';
import { Project } from './project.js';

/** Attaches signatures for tools that cannot wait for a promise. Loads TypeScript when it is imported. */
export interface TransformAtOnce {
  /**
   * Attaches the signatures of a file's classes to its text, or returns the text as it is.
   *
   * @throws Error with the text and the place of every diagnostic of the file.
   */
  transform(code: string, fileName: string): string;
  /** Looks for files that have changed on the disk since they were read. */
  refresh(): void;
}

/** Opens the project with the first file that mentions routes. */
export function createTransformAtOnce(root: string, tsconfig?: string): TransformAtOnce {
  let project: Project | undefined;
  return {
    transform(code, fileName) {
      if (!lacksSignatures(code)) return code;
      project ??= new Project(readProjectConfig(root, tsconfig));
      const { text, diagnostics } = attachSignatures(code, fileName, project);
      if (diagnostics.length > 0) throwDiagnostics(diagnostics);
      return text ?? code;
    },
    refresh: () => project?.refresh(),
  };
}
