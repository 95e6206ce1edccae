import { groupBy } from '../../../shared/group-by.js';
import type { RouteLayout } from '../arguments/argument-layout.js';
import { addImports } from '../editing/add-imports.js';
import { addMembers } from '../editing/add-members.js';
import { addRequests } from '../editing/add-requests.js';
import { writeEdited } from '../editing/write-edited.js';
import type { ExistingController } from '../existing/existing-controller.js';
import { controllerName } from '../naming/controller-name.js';
import { takeName } from '../naming/unique-name.js';
import { pascalCase, wordsOf } from '../naming/words.js';
import type { PlannedController } from '../plan/import-plan.js';
import { sampleRequest } from '../samples/sample-request.js';
import { controllerSource } from '../source/controller-source.js';
import type { ExportedClass } from '../source/module-source.js';
import { permissionName } from '../source/permission-source.js';
import { specSource } from '../source/spec-source.js';
import type { ImportJob } from './import-job.js';

/** Writes the routes that a project lacks; returns the controllers that are new. */
export async function writeControllers(job: ImportJob): Promise<readonly ExportedClass[]> {
  const created: ExportedClass[] = [];
  for (const [controller, layouts] of groupBy(job.missing, (one) => one.controller)) {
    const target = job.matches.targets.get(controller);
    const fits = layouts.every(({ route }) => route.path.startsWith(target?.base ?? ''));
    if (target !== undefined && fits) await extend(target, controller, layouts, job);
    else
      created.push(
        await create(controller, layouts, job, new Set(created.map(({ name }) => name))),
      );
  }
  return created;
}

async function create(
  planned: PlannedController,
  layouts: readonly RouteLayout[],
  job: ImportJob,
  created: ReadonlySet<string>,
): Promise<ExportedClass> {
  const { paths, files, options, contextOf, notes } = job;
  const words = freeWords(planned, job, created);
  const controller = { ...planned, words };
  const file = paths.controller(words);
  const name = controllerName(controller);
  const text = controllerSource(controller, layouts, name, contextOf(file));
  files.write(file, await options.format(file, text));
  const spec = paths.spec(words);
  const from = contextOf(spec).imports.specifierOf(file);
  const tests = options.withTests ? specOf(name, from, layouts, notes) : undefined;
  if (tests !== undefined) files.write(spec, await options.format(spec, tests));
  return { name, file };
}

/** `posts`, else `posts` `v2`, else with a number: paths such as `/a-b`, `/a_b` and `/a.b` have the same words. */
function freeWords(
  planned: PlannedController,
  { paths, files, code }: ImportJob,
  created: ReadonlySet<string>,
): readonly string[] {
  const isFree = (words: readonly string[]): boolean => {
    const name = controllerName({ ...planned, words });
    const isWritten = files.read(paths.controller(words)) !== undefined;
    return !isWritten && !code.types.has(name) && !created.has(name);
  };
  const versioned = [...planned.words, ...wordsOf(planned.version)];
  let words = isFree(planned.words) ? planned.words : versioned;
  for (let number = 2; !isFree(words); number++) words = [...versioned, String(number)];
  return words;
}

/** Adds routes to a class of a person, and nothing else. */
async function extend(
  target: ExistingController,
  planned: PlannedController,
  layouts: readonly RouteLayout[],
  { files, options, contextOf, notes }: ImportJob,
): Promise<void> {
  const { file, className, base, members } = target;
  const controller = { ...planned, base };
  const added = renamed(layouts, members).map((layout) => ({ ...layout, controller }));
  const draft = controllerSource(controller, added, className, contextOf(file));
  const generated = await options.format(file, draft);
  const text = addMembers(file, files.read(file) ?? '', generated, className);
  await writeEdited(files, file, addImports(file, text, generated), options.format);
  const spec = file.replace(/\.ts$/, `.${options.suffix}.ts`);
  const tests = files.read(spec);
  const from = contextOf(spec).imports.specifierOf(file);
  const fresh = specOf(className, from, added, notes);
  if (tests === undefined || fresh === undefined) return;
  const rows = await options.format(spec, fresh);
  await writeEdited(files, spec, addRequests(spec, tests, rows), options.format);
}

/** With names that the class does not have. */
function renamed(
  layouts: readonly RouteLayout[],
  members: ReadonlySet<string>,
): readonly RouteLayout[] {
  const taken = new Set(members);
  return layouts.map((layout) => {
    const { route } = layout;
    const isTaken = taken.has(route.methodName) || taken.has(permissionName(route));
    const suffix = pascalCase(wordsOf(route.path.split('/').at(-1) ?? ''));
    const candidates = [...(isTaken ? [] : [route.methodName]), `${route.methodName}By${suffix}`];
    const methodName = takeName(candidates, taken);
    const named = { ...route, methodName };
    taken.add(permissionName(named));
    return { ...layout, route: named };
  });
}

/** A test of the routes for which valid values are found. */
function specOf(
  className: string,
  specifier: string,
  layouts: readonly RouteLayout[],
  notes: string[],
): string | undefined {
  const requests = layouts.flatMap(({ route }) => {
    const request = sampleRequest(route);
    if (request === undefined) {
      notes.push(`${className}.${route.methodName} has no test: no valid arguments were found.`);
    }
    return request ?? [];
  });
  if (requests.length === 0) return undefined;
  return specSource(className, specifier, requests);
}
