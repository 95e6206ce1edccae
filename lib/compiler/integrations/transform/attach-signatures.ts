import { attachText } from '../../emit/attach-text.js';
import type { FileReading } from '../../signatures/read-file.js';
import type { Project } from './project.js';

/** What is known of a file that mentions routes. */
export interface AttachedSource extends Pick<FileReading, 'diagnostics' | 'dependencies'> {
  /** The text with the signatures of its classes; `undefined` where it has no such class. */
  readonly text: string | undefined;
}

/** Reads a file that mentions routes, and attaches the signatures of its classes to its text. */
export function attachSignatures(code: string, fileName: string, project: Project): AttachedSource {
  const { classes, diagnostics, dependencies } = project.read(fileName, code);
  const isComplete = diagnostics.length === 0 && classes.length > 0;
  return { diagnostics, dependencies, text: isComplete ? attachText(code, classes) : undefined };
}
