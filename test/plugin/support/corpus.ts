import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dirname, join } from 'node:path';

export const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
export const CORPUS = join(REPOSITORY, 'test/plugin/corpus');

/** A case of the corpus by its name: `good/int`. */
export interface Case {
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

/** The cases of a folder, by name. */
export function casesOf(folder: 'good' | 'faulty'): readonly Case[] {
  return readdirSync(join(CORPUS, folder))
    .filter((file) => file.endsWith('.ts'))
    .toSorted()
    .map((file) => {
      const path = join(CORPUS, folder, file);
      return { name: file.slice(0, -'.ts'.length), path, text: readFileSync(path, 'utf8') };
    });
}

/** A fault as the corpus and both front ends tell it. */
export interface ToldFault {
  readonly code: string;
  readonly line: number;
  readonly column: number;
  readonly file: string;
}

/** What the comments at the end of a case expect: `// RR2001 at 5:11`, in another file `of ../file.ts`. */
export function expectedFaults({ path, text }: Case): readonly ToldFault[] {
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
export function inOrder(faults: readonly ToldFault[]): readonly ToldFault[] {
  return faults.toSorted(
    (a, b) =>
      a.file.localeCompare(b.file) ||
      a.line - b.line ||
      a.column - b.column ||
      a.code.localeCompare(b.code),
  );
}
