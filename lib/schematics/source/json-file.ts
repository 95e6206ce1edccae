import type { Tree } from '@angular-devkit/schematics';

/** Reads a JSON file; a missing file reads as an empty object. */
export function readJson(tree: Tree, path: string): Record<string, unknown> {
  return JSON.parse(tree.read(path)?.toString() ?? '{}') as Record<string, unknown>;
}

/** Writes a JSON file with the indentation that the Nest CLI uses. */
export function writeJson(tree: Tree, path: string, value: unknown): void {
  const text = `${JSON.stringify(value, undefined, 2)}\n`;
  if (tree.exists(path)) tree.overwrite(path, text);
  else tree.create(path, text);
}
