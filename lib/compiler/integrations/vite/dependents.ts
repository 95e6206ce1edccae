/** Which transformed files rest on which others, types included, of which no import is left to tell. */
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
