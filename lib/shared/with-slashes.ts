/** A path with slashes, as TypeScript and schematics write it, also on Windows. */
export function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}
