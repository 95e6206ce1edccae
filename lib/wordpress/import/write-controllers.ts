import { groupBy } from '../../shared/records.js';
import type { RouteLayout } from './arguments.js';
import {
  classNamed,
  insert,
  parse,
  withEdits,
  withImportsOf,
} from '../../compiler/syntax/text-edits.js';
import { decoratorCalls } from '../../compiler/syntax/decorators.js';
import type { ExistingController, ExistingCode } from './existing/existing-code.js';
import { controllerName, pascalCase, wordsOf, takeName } from './naming.js';
import type { ImportPlan, PlannedController } from './plan/planned-route.js';
import { sampleRequest, type SampleRequest } from './sample-request.js';
import { controllerSource, permissionName } from './source/controller-source.js';
import type { ExportedClass } from './source/module-source.js';
import { ts } from '../../compiler/program/typescript.js';
import { literal } from './source/literal.js';
import type { RouteMatches } from './existing/match-routes.js';
import type { ChangedFiles, ImportPaths } from './project-files.js';
import type { SourceContext } from './source/type-source.js';

export interface ImportJob {
  readonly plan: ImportPlan;
  readonly paths: ImportPaths;
  readonly code: ExistingCode;
  readonly matches: RouteMatches;
  readonly missing: readonly RouteLayout[];
  readonly files: ChangedFiles;
  readonly options: WritingOptions;
  readonly contextOf: (path: string) => SourceContext;
  readonly notes: string[];
}

const PACKAGE_TESTING = 'nestjs-rest-routes/testing';

/** Returns the controllers that are new. */
export async function writeControllers(job: ImportJob): Promise<readonly ExportedClass[]> {
  const created: ExportedClass[] = [];
  for (const [controller, layouts] of groupBy(job.missing, (one) => one.controller)) {
    const target = job.matches.targets.get(controller);
    const fits = layouts.every(({ route }) => route.path.startsWith(target?.base ?? ''));
    if (target !== undefined && fits) await extend(target, controller, layouts, job);
    else
      created.push(
        await create(controller, layouts, job, new Set(created.map(({ className }) => className))),
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
  const className = controllerName(controller);
  const text = controllerSource(controller, layouts, className, contextOf(file));
  await files.write(file, text);
  const spec = paths.spec(words);
  const from = contextOf(spec).imports.specifierOf(file);
  const tests = options.withTests ? specOf(className, from, layouts, notes) : undefined;
  if (tests !== undefined) await files.write(spec, tests);
  return { className, file };
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

/** Changes nothing else. */
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
  const generated = await files.format(file, draft);
  const text = addMembers(files.read(file) ?? '', generated, className);
  await files.write(file, withImportsOf(text, generated));
  const spec = file.replace(/\.ts$/, `.${options.suffix}.ts`);
  const tests = files.read(spec);
  const from = contextOf(spec).imports.specifierOf(file);
  const fresh = specOf(className, from, added, notes);
  if (tests === undefined || fresh === undefined) return;
  const rows = await files.format(spec, fresh);
  await files.write(spec, addRequests(tests, rows));
}

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

/** Adds the rows of the table `REQUESTS`, if the existing test has one. */
function addRequests(text: string, generated: string): string {
  const rows = tableIn(generated)?.elements.map((row) => row.getText()) ?? [];
  const table = tableIn(text);
  if (table === undefined || rows.length === 0) return text;
  const end = table.elements.at(-1)?.getEnd();
  const list = rows.join(',\n  ');
  const added = end === undefined ? `\n  ${list},\n` : `,\n  ${list}`;
  return withEdits(text, [insert(end ?? table.getStart() + 1, added)]);
}

function tableIn(text: string): ts.ArrayLiteralExpression | undefined {
  const declarations = parse(text)
    .statements.filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations]);
  const table = declarations.find(({ name }) => name.getText() === 'REQUESTS')?.initializer;
  return table !== undefined && ts.isArrayLiteralExpression(table) ? table : undefined;
}

/** Routes after the last route, permissions at the end. */
function addMembers(text: string, generated: string, className: string): string {
  const node = classNamed(parse(text), className);
  const fresh = classNamed(parse(generated), className);
  if (node === undefined || fresh === undefined) return text;
  const routes = fresh.members.filter(isRoute).map(memberText);
  const permissions = fresh.members.filter((member) => !isRoute(member)).map(memberText);
  const lastRoute = node.members.findLast(isRoute);
  const last = node.members.at(-1);
  const end = last?.getEnd() ?? node.members.pos;
  return withEdits(text, [
    insert(lastRoute?.getEnd() ?? end, routes.join('')),
    insert(end, permissions.join('')),
  ]);
}

function memberText(member: ts.ClassElement): string {
  const { text } = member.getSourceFile();
  return `\n\n  ${text.slice(member.getFullStart(), member.getEnd()).trim()}`;
}

function isRoute(member: ts.ClassElement): boolean {
  return decoratorCalls(member, 'RestRoute').length > 0;
}

/** The text of a test that asserts that every route of a controller denies. */
function specSource(
  className: string,
  specifier: string,
  requests: readonly SampleRequest[],
): string {
  const rows = requests.map((request) => `  [${rowOf(request)}],\n`);
  return `import { createRestApplication, type RestTestApplication, type TestRequestOptions } from '${PACKAGE_TESTING}';
import { ${className} } from '${specifier}';

/** A request to each route. Move a route to tests of its own once its permission is written. */
const REQUESTS: [method: string, path: string, options: TestRequestOptions][] = [
${rows.join('')}];

describe('${className}', () => {
  let app: RestTestApplication;

  beforeAll(async () => {
    app = await createRestApplication({ controllers: [${className}] });
  });

  afterAll(() => app.close());

  it.each(REQUESTS)('%s %s is denied', async (method, path, options) => {
    const anonymous = await app.request(method, path, options);
    expect(anonymous.status).toBe(401);
    const user = await app.as({ capabilities: [] }).request(method, path, options);
    expect(user.status).toBe(403);
  });
});
`;
}

/** A row has a value for each parameter of the test: Jest passes a callback for a missing one. */
function rowOf({ method, path, args }: SampleRequest): string {
  return [literal(method), literal(path), literal(optionsOf(method, args))].join(', ');
}

function optionsOf(method: string, args: SampleRequest['args']): object {
  if (Object.keys(args).length === 0) return {};
  return method === 'GET' ? { query: args } : { body: args };
}

export interface WritingOptions {
  /** `spec`. */
  readonly suffix: string;
  readonly withTests: boolean;
  readonly isRegistered: boolean;
}
