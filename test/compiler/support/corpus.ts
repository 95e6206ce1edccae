import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY } from '../../support/repository.js';

export const CORPUS = join(REPOSITORY, 'test/compiler/corpus');

/** A case of the corpus by its name: `valid/int`. */
export interface Case {
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

/** The cases of a folder, by name. */
export function casesOf(folder: 'valid' | 'invalid'): readonly Case[] {
  return readdirSync(join(CORPUS, folder))
    .filter((file) => file.endsWith('.ts'))
    .toSorted()
    .map((file) => {
      const path = join(CORPUS, folder, file);
      return { name: file.slice(0, -'.ts'.length), path, text: readFileSync(path, 'utf8') };
    });
}

/** A diagnostic as the corpus states it and both integrations report it. */
export interface ReportedDiagnostic {
  readonly code: string;
  readonly line: number;
  readonly column: number;
  readonly file: string;
}

/** What the comments at the end of a case expect: `// RR2001 at 5:11`, in another file `of ../file.ts`. */
export function expectedDiagnostics({ path, text }: Case): readonly ReportedDiagnostic[] {
  return [...text.matchAll(/^\/\/ (RR\d{4}) at (\d+):(\d+)(?: of (\S+))?$/gm)].map(
    ([, code = '', line, column, file]) => ({
      code,
      line: Number(line),
      column: Number(column),
      file: file === undefined ? path : join(dirname(path), file),
    }),
  );
}

/** In the order of the source. */
export function inOrder(diagnostics: readonly ReportedDiagnostic[]): readonly ReportedDiagnostic[] {
  return diagnostics.toSorted(
    (a, b) =>
      a.file.localeCompare(b.file) ||
      a.line - b.line ||
      a.column - b.column ||
      a.code.localeCompare(b.code),
  );
}
