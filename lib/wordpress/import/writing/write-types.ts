import { groupBy } from '../../../shared/group-by.js';
import { addDeclarations } from '../editing/add-declarations.js';
import { writeEdited } from '../editing/write-edited.js';
import { argumentsSource } from '../source/arguments-source.js';
import type { ImportJob } from './import-job.js';
import type { TypePlaces } from './type-places.js';

/** Writes the types that the written controllers need and that the project lacks. */
export async function writeTypes(job: ImportJob, places: TypePlaces): Promise<void> {
  const { files, options } = job;
  let texts = textsOf(job, places);
  // The text of a type names further types.
  for (let count = -1; count < places.needed.size; texts = textsOf(job, places)) {
    count = places.needed.size;
  }
  for (const [path, text] of texts) {
    const generated = await options.format(path, text);
    const existing = files.read(path);
    if (existing === undefined) files.write(path, generated);
    else {
      const extended = addDeclarations(path, existing, generated);
      await writeEdited(files, path, extended, options.format);
    }
  }
}

function textsOf({ contextOf }: ImportJob, places: TypePlaces): ReadonlyMap<string, string> {
  const { types, needed, isDeclared, fileOf } = places;
  const missing = types.filter(({ name }) => needed.has(name) && !isDeclared(name));
  const files = groupBy(missing, ({ name }) => fileOf(name));
  return new Map([...files].map(([path, own]) => [path, argumentsSource(own, contextOf(path))]));
}
