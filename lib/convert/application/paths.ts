/** The segments of a path, without empty ones. */
export function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** A path of Nest with the placeholders of ours; `undefined` where it has what ours has not. */
export function convertPath(path: string): string | undefined {
  const segments = segmentsOf(path).map((segment) =>
    segment.replaceAll(/:([A-Za-z_]\w*)/g, '{$1}'),
  );
  const isAllowed = segments.every((one) => /^(?:[A-Za-z0-9._~-]|\{[A-Za-z_]\w*\})+$/.test(one));
  return isAllowed ? segments.map((segment) => `/${segment}`).join('') : undefined;
}
