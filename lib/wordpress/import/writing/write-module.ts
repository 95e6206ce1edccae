import { addToModule, type ListedClass } from '../editing/add-to-module.js';
import { writeEdited } from '../editing/write-edited.js';
import { ImportLines } from '../source/import-lines.js';
import { moduleSource, type ExportedClass } from '../source/module-source.js';
import type { ImportJob } from './import-job.js';

/** Lists new controllers in the module of the namespace, and a new module in that of the application. */
export async function writeModule(
  job: ImportJob,
  controllers: readonly ExportedClass[],
): Promise<void> {
  const { code, plan, paths, files, options } = job;
  if (controllers.length === 0 || !options.isRegistered) return;
  const own = code.modules.filter(({ namespace }) => namespace === plan.namespace);
  const existing = own.find(({ file }) => file.startsWith(`${paths.folder}/`)) ?? own[0];
  if (existing !== undefined) {
    await addTo(existing.file, existing.className, 'providers', controllers, job);
    return;
  }
  const { module, moduleName } = paths;
  const lines = new ImportLines(module, options.importExtension);
  const text = moduleSource(moduleName, plan.namespace, controllers, lines);
  files.write(module, await options.format(module, text));
  const { root } = options;
  if (root === undefined) job.notes.push(`No root module was found: import ${moduleName} in one.`);
  else await addTo(root.path, root.className, 'imports', [{ name: moduleName, file: module }], job);
}

async function addTo(
  file: string,
  className: string,
  list: string,
  classes: readonly ExportedClass[],
  { files, notes, options }: ImportJob,
): Promise<void> {
  const lines = new ImportLines(file, options.importExtension);
  const listed = classes.map((one): ListedClass => ({
    name: one.name,
    specifier: lines.specifierOf(one.file),
  }));
  const text = addToModule(file, files.read(file) ?? '', className, list, listed);
  if (text !== undefined) await writeEdited(files, file, text, options.format);
  else
    notes.push(
      `List ${listed.map(({ name }) => name).join(', ')} in the ${list} of ${className} (${file}).`,
    );
}
