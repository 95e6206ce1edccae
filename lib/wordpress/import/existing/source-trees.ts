import type { ts } from '../../../compiler/program/typescript.js';
import { parseSource } from './source-file.js';

/** The syntax trees of a project's files; a file is parsed again only where its text has changed. */
export class SourceTrees {
  readonly #trees = new Map<string, ts.SourceFile>();

  of(path: string, text: string): ts.SourceFile {
    const known = this.#trees.get(path);
    if (known?.text === text) return known;
    const tree = parseSource(path, text);
    this.#trees.set(path, tree);
    return tree;
  }
}
