import type { Tree } from '@angular-devkit/schematics';

/** Reads a JSON file; a missing file reads as an empty object. */
export function readJson(tree: Tree, path: string): Record<string, unknown> {
  return JSON.parse(tree.read(path)?.toString() ?? '{}') as Record<string, unknown>;
}

/** Writes a JSON file with the indentation that it has, or that of the Nest CLI. */
export function writeJson(tree: Tree, path: string, value: unknown): void {
  const before = tree.read(path)?.toString();
  const indentation = /^[ \t]+(?=")/m.exec(before ?? '')?.[0] ?? '  ';
  const text = `${JSON.stringify(value, undefined, indentation)}\n`;
  if (before === undefined) tree.create(path, text);
  else tree.overwrite(path, text);
}
