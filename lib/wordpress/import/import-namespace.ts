import { layOutArguments, type ArgumentClass, type RouteLayout } from './arguments.js';
import {
  readExistingCode,
  type ExistingCode,
  exportedTypes,
  type SourceTrees,
  type TypeDeclaration,
} from './existing/existing-code.js';
import { matchRoutes, missingMethods, type RouteMatches } from './existing/match-routes.js';
import type { ChangedFiles, ImportPaths } from './project-files.js';
import type { ImportPlan, PlannedController } from './plan/planned-route.js';
import {
  moduleSource,
  type ExportedClass,
  type ImportExtension,
  ImportLines,
} from './source/module-source.js';
import { isSameType, usedTypes } from './existing/same-type.js';
import { nameTypes, type TypeNames, type TypeWithName } from './type-names.js';
import { writeControllers, type ImportJob, type WritingOptions } from './write-controllers.js';
import { decoratorCalls } from '../../compiler/syntax/decorators.js';
import { optionOf } from '../../compiler/syntax/nodes.js';
import {
  classNamed,
  type Edit,
  insert,
  moduleOf,
  parse,
  withEdits,
  withImports,
  withImportsOf,
} from '../../compiler/syntax/text-edits.js';
import { ts } from '../../compiler/program/typescript.js';
import { groupBy } from '../../shared/records.js';
import { propertySource } from './source/controller-source.js';
import { docComment, docLines } from './source/literal.js';
import { objectText, valuesText, type SourceContext } from './source/type-source.js';
import { posix } from 'node:path';

interface TypePlaces {
  readonly types: readonly TypeWithName[];
  readonly needed: ReadonlySet<string>;
  readonly isDeclared: (name: string) => boolean;
  readonly fileOf: (name: string) => string;
}

export interface ImportedProject {
  readonly files: ChangedFiles;
  readonly trees: SourceTrees;
  readonly sourceRoot: string;
  /** `undefined` if there is none. */
  readonly root: ExportedClass | undefined;
  readonly importExtension: ImportExtension;
}

export interface NamespaceReport {
  /** `shop/v1`. */
  readonly namespace: string;
  readonly added: number;
  readonly kept: number;
  /** On parts that are not imported, and on decisions for the person who imports, one sentence each. */
  readonly notes: readonly string[];
  /** On parts that are written otherwise, and have the same effect. */
  readonly remarks: readonly string[];
}

interface ImportedNamespace {
  readonly report: NamespaceReport;
  /** The files of its controllers. */
  readonly files: readonly string[];
}

export async function importNamespace(
  plan: ImportPlan,
  paths: ImportPaths,
  project: ImportedProject,
  options: WritingOptions,
): Promise<ImportedNamespace> {
  const { files, importExtension } = project;
  const code = readExistingCode(files, project.sourceRoot, project.trees);
  const matches = matchRoutes(plan, code);
  const layouts = layOutArguments(plan);
  const missing = layouts.filter(({ route }) => !matches.found.has(route));
  const controllers = controllerFiles(matches);
  const existing = existingTypes(paths, code, controllers, project);
  const names = nameAround(existing, layouts, plan.controllers);
  const places = typePlaces(typesOf(names), paths, existing);
  const { fileOf } = places;
  const contextOf: ImportJob['contextOf'] = (path) => ({
    imports: new ImportLines(path, importExtension),
    names,
    fileOf,
  });
  const notes = [...missingMethods(matches), ...plan.notes];
  const job: ImportJob = { plan, paths, code, matches, missing, files, options, contextOf, notes };
  const created = await writeControllers(job);
  await writeTypes(job, places);
  await writeModule(job, created, project);
  const report = {
    namespace: plan.source,
    added: missing.length,
    kept: layouts.length - missing.length,
    notes,
    remarks: missing.length === 0 ? [] : plan.remarks,
  };
  return { report, files: [...controllers, ...created.map(({ file }) => file)] };
}

/** The files of the existing controllers of the namespace. */
function controllerFiles({ found, targets }: RouteMatches): readonly string[] {
  const matched = [...found.values()].flatMap((matches) => [...matches.values()]);
  const all = [...targets.values(), ...matched.map(({ controller }) => controller)];
  return [...new Set(all.map(({ file }) => file))];
}

/** Lists new controllers in the module of the namespace, and a new module in that of the application. */
async function writeModule(
  job: ImportJob,
  controllers: readonly ExportedClass[],
  { root, importExtension }: ImportedProject,
): Promise<void> {
  const { code, plan, paths, files, options } = job;
  if (controllers.length === 0 || !options.isRegistered) return;
  const own = code.modules.filter(({ namespace }) => namespace === plan.namespace);
  const existing = own.find(({ file }) => file.startsWith(`${paths.folder}/`)) ?? own[0];
  if (existing !== undefined) {
    await addTo(existing, 'providers', controllers, job);
    return;
  }
  const { module, moduleName } = paths;
  const lines = new ImportLines(module, importExtension);
  const text = moduleSource(moduleName, plan.namespace, controllers, lines);
  await files.write(module, text);
  if (root === undefined) job.notes.push(`No root module was found: import ${moduleName} in one.`);
  else await addTo(root, 'imports', [{ className: moduleName, file: module }], job);
}

async function addTo(
  { className, file }: ExportedClass,
  list: string,
  classes: readonly ExportedClass[],
  { files, notes, contextOf }: ImportJob,
): Promise<void> {
  const { imports: lines } = contextOf(file);
  const text = files.read(file) ?? '';
  const names = classes.map((one) => one.className).join(', ');
  const insertion = insertionIn(classNamed(parse(text), className), list, names);
  if (insertion === undefined) {
    notes.push(`List ${names} in the ${list} of ${className} (${file}).`);
    return;
  }
  const imports = classes.map((one) => ({
    name: one.className,
    module: lines.specifierOf(one.file),
  }));
  const edited = withImports(withEdits(text, [insertion]), imports);
  await files.write(file, edited);
}

/** `undefined` if the metadata is not written as an object. */
function insertionIn(
  node: ts.ClassDeclaration | undefined,
  list: string,
  names: string,
): Edit | undefined {
  const metadata = node && decoratorCalls(node, 'Module')[0]?.arguments[0];
  if (metadata === undefined || !ts.isObjectLiteralExpression(metadata)) return undefined;
  const value = optionOf(metadata, list);
  if (value === undefined) {
    const end = metadata.properties.at(-1)?.getEnd();
    const text = `${end === undefined ? '' : ','}\n  ${list}: [${names}]`;
    return insert(end ?? metadata.getStart() + 1, text);
  }
  if (!ts.isArrayLiteralExpression(value)) return undefined;
  const end = value.elements.at(-1)?.getEnd();
  return insert(end ?? value.getStart() + 1, end === undefined ? names : `, ${names}`);
}

async function writeTypes(job: ImportJob, places: TypePlaces): Promise<void> {
  const { files } = job;
  let texts = textsOf(job, places);
  // The text of a type names further types.
  for (let count = -1; count < places.needed.size; texts = textsOf(job, places)) {
    count = places.needed.size;
  }
  for (const [path, text] of texts) {
    const existing = files.read(path);
    const generated = await files.format(path, text);
    await files.write(path, existing === undefined ? text : addDeclarations(existing, generated));
  }
}

function textsOf({ contextOf }: ImportJob, places: TypePlaces): ReadonlyMap<string, string> {
  const { types, needed, isDeclared, fileOf } = places;
  const missing = types.filter(({ name }) => needed.has(name) && !isDeclared(name));
  const files = groupBy(missing, ({ name }) => fileOf(name));
  return new Map([...files].map(([path, own]) => [path, argumentsSource(own, contextOf(path))]));
}

/** Adds the types of a generated text that a file lacks at its end. */
function addDeclarations(text: string, generated: string): string {
  const known = exportedTypes(parse(text));
  const source = parse(generated);
  const missing = [...exportedTypes(source)].filter(([name]) => !known.has(name));
  const texts = missing.map(([, node]) =>
    source.text.slice(node.getFullStart(), node.getEnd()).trim(),
  );
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const added = texts.map((one) => `\n${one}\n`.replaceAll(/\r?\n/g, lineEnd)).join('');
  const start = text === '' || text.endsWith('\n') ? text : `${text}${lineEnd}`;
  return withImportsOf(`${start}${added}`, generated);
}

/** The text of a file with the types of arguments; they refer to one another in any order. */
function argumentsSource(types: readonly TypeWithName[], context: SourceContext): string {
  const body = types.map((type) => declarationText(type, context)).join('\n');
  return `${context.imports.toString()}\n${body}`;
}

function declarationText({ name, declared }: TypeWithName, context: SourceContext): string {
  if (!('kind' in declared)) return classText(name, declared, context);
  if (declared.kind === 'enum') return `export type ${name} = ${valuesText(declared)};\n`;
  return `export interface ${name} ${objectText(declared, context)}\n`;
}

function classText(
  name: string,
  { args, description }: ArgumentClass,
  context: SourceContext,
): string {
  const members = args.map((arg) => {
    const docs = docComment(docLines(arg.schema.description), '  ');
    return `${docs}  ${propertySource(arg, context)}\n`;
  });
  const head = `@${context.imports.value('ValueClass')}()\nexport class ${name} {\n`;
  return `${docComment(docLines(description), '')}${head}${members.join('')}}\n`;
}

interface ExistingTypes {
  /** The declarations of a name that an import may use. */
  readonly of: (name: string) => readonly TypeDeclaration[];
  /** The names that the existing controllers of the namespace use. */
  readonly used: ReadonlySet<string>;
}

/**
 * Finds the existing types of a project: in the folder of the import, and in files that its controllers import.
 *
 * @param controllers The files of the controllers.
 */
function existingTypes(
  paths: ImportPaths,
  code: ExistingCode,
  controllers: readonly string[],
  { files, trees }: ImportedProject,
): ExistingTypes {
  const texts = controllers.map((file) => [file, files.read(file) ?? ''] as const);
  const near = new Set(texts.flatMap(([file, text]) => importsOf(file, text)));
  const isNear = (file: string): boolean => file.startsWith(`${paths.folder}/`) || near.has(file);
  const of: ExistingTypes['of'] = (name) =>
    (code.types.get(name) ?? []).filter((node) => isNear(node.getSourceFile().fileName));
  const sources = texts.map(([file, text]) => trees.of(file, text));
  return { of, used: usedTypes(sources, of) };
}

function typesOf({ classes, types }: TypeNames): readonly TypeWithName[] {
  return [...classes.values(), ...types.values()];
}

/**
 * Names the types. An existing type of a name is taken if the controllers of the namespace use it, whatever a person
 * has made of it, or if its members are the same; the type of another namespace is not.
 */
function nameAround(
  existing: ExistingTypes,
  layouts: readonly RouteLayout[],
  controllers: readonly PlannedController[],
): TypeNames {
  const foreign = new Set<string>();
  for (;;) {
    const names = nameTypes(layouts, controllers, foreign);
    const clashing = typesOf(names).filter((type) => isForeign(type, names, existing));
    if (clashing.length === 0) return names;
    for (const { name } of clashing) foreign.add(name);
  }
}

function isForeign(type: TypeWithName, names: TypeNames, { of, used }: ExistingTypes): boolean {
  const declarations = of(type.name);
  if (declarations.length === 0 || used.has(type.name)) return false;
  const file = '/types.ts';
  const context = { imports: new ImportLines(file, ''), names, fileOf: () => file };
  const planned = exportedTypes(parse(declarationText(type, context))).get(type.name);
  return planned === undefined || !declarations.some((one) => isSameType(one, planned));
}

function typePlaces(
  types: readonly TypeWithName[],
  paths: ImportPaths,
  existing: ExistingTypes,
): TypePlaces {
  const declaredIn = (name: string): string | undefined =>
    existing.of(name)[0]?.getSourceFile().fileName;
  const planned = new Map(types.map(({ name, owner }) => [name, owner]));
  const needed = new Set<string>();
  return {
    types,
    needed,
    isDeclared: (name) => declaredIn(name) !== undefined,
    fileOf: (name) => {
      needed.add(name);
      const owner = planned.get(name);
      return declaredIn(name) ?? (owner === undefined ? paths.shared : paths.arguments(owner));
    },
  };
}

function importsOf(file: string, text: string): readonly string[] {
  const specifiers = parse(text).statements.filter(ts.isImportDeclaration).map(moduleOf);
  return specifiers
    .filter((specifier) => specifier.startsWith('.'))
    .map((one) => `${posix.join(posix.dirname(file), one).replace(/\.js$/, '')}.ts`);
}
