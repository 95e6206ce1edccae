import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { REPOSITORY } from '../support/repository.js';

/** The TypeScript files below a folder of the repository, by their path from the repository. */
export function sourcesOf(folder: 'lib' | 'test'): readonly string[] {
  return readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !/compiler\/corpus\/|node_modules\//.test(name))
    .map((name) => `${folder}/${name}`)
    .toSorted();
}

export function readSource(path: string): string {
  return readFileSync(join(REPOSITORY, path), 'utf8');
}

const parsed = new Map<string, ts.SourceFile>();

/** A source file with its parents, parsed once for all tests of a process: several read all of lib or of test. */
export function parseSource(path: string, text: string): ts.SourceFile {
  const key = `${path}\n${text}`;
  const source = parsed.get(key) ?? ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  parsed.set(key, source);
  return source;
}
