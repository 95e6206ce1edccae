/**
 * The transformed files that depend on a file. Imports of types are among the dependencies, and the
 * transformed code has lost those, so Vite cannot know them.
 */
export interface Dependents {
  set(fileName: string, dependencies: ReadonlySet<string>): void;
  of(dependency: string): readonly string[];
}

export function createDependents(): Dependents {
  const dependencies = new Map<string, ReadonlySet<string>>();
  return {
    set: (fileName, files) => dependencies.set(fileName, files),
    of: (dependency) =>
      [...dependencies].flatMap(([fileName, files]) => (files.has(dependency) ? [fileName] : [])),
  };
}
