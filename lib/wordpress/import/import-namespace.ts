import { layOutArguments, type ArgumentClass } from './arguments.js';
import {
  readExistingCode,
  type ExistingCode,
  exportedTypes,
  type SourceTrees,
  classesOf,
  decoratorCalls,
  parseSource,
  propertyOf,
} from './existing/existing-code.js';
import { findDifferences, matchRoutes } from './existing/find-differences.js';
import type { ChangedFiles, ProjectFiles, ImportPaths } from './project-files.js';
import type { ImportPlan } from './plan.js';
import { moduleSource, type ExportedClass, ImportLines } from './source/module-source.js';
import { nameTypes, type TypeWithName } from './type-names.js';
import { writeControllers, type ImportJob, type WritingOptions } from './write-controllers.js';
import { addImports, withInsertions, type Insertion, writeEdited } from './editing.js';
import { ts } from '../../compiler/program/typescript.js';
import { groupBy } from '../../shared/records.js';
import { propertySource } from './source/controller-source.js';
import { docComment, docLines } from './source/literal.js';
import { objectText, valuesText, type SourceContext } from './source/type-source.js';
import { posix } from 'node:path';

/** Where the types of a plan are declared, and which of them the generated code needs. */
interface TypePlaces {
  readonly types: readonly TypeWithName[];
  /** Those that were looked up. */
  readonly needed: ReadonlySet<string>;
  readonly isDeclared: (name: string) => boolean;
  readonly fileOf: (name: string) => string;
}

/** A class that a module lists. */
interface ListedClass {
  readonly name: string;
  /** From the file of the module. */
  readonly specifier: string;
}

/** The files of a project, and their syntax trees for all namespaces. */
export interface ImportedProject {
  readonly files: ChangedFiles;
  readonly trees: SourceTrees;
}

/** What the import of one namespace did. */
export interface NamespaceReport {
  /** `shop/v1`. */
  readonly namespace: string;
  /** The endpoints that were written. */
  readonly added: number;
  /** Those that the project had. */
  readonly kept: number;
  /** What a person has to know, one sentence each. */
  readonly notes: readonly string[];
  /** What differs between the index and the code that is kept. */
  readonly differences: readonly string[];
}

/** Writes the routes of a plan that a project lacks, and reports what differs in those that it has. */
export async function importNamespace(
  plan: ImportPlan,
  paths: ImportPaths,
  sourceRoot: string,
  { files, trees }: ImportedProject,
  options: WritingOptions,
): Promise<NamespaceReport> {
  const code = readExistingCode(files, sourceRoot, trees);
  const matches = matchRoutes(plan, code);
  const layouts = layOutArguments(plan);
  const missing = layouts.filter(({ route }) => !matches.found.has(route));
  const names = nameTypes(layouts, plan.controllers);
  const types = [...names.classes.values(), ...names.nodes.values()];
  const controllers = [...matches.targets.values()].map(({ file }) => file);
  const places = typePlaces(types, paths, code, controllers, files);
  const { fileOf } = places;
  const contextOf: ImportJob['contextOf'] = (path) => ({
    imports: new ImportLines(path, options.importExtension),
    names,
    fileOf,
  });
  const notes = [...plan.notes];
  const job: ImportJob = { plan, paths, code, matches, missing, files, options, contextOf, notes };
  const created = await writeControllers(job);
  await writeTypes(job, places);
  await writeModule(job, created);
  return {
    namespace: plan.source,
    added: missing.length,
    kept: layouts.length - missing.length,
    notes,
    differences: findDifferences(matches, code),
  };
}

/** Lists new controllers in the module of the namespace, and a new module in that of the application. */
async function writeModule(job: ImportJob, controllers: readonly ExportedClass[]): Promise<void> {
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

/**
 * Lists classes in the metadata of a module.
 *
 * @param list `providers` or `imports`.
 * @returns `undefined` where the metadata is not written as an object.
 */
function addToModule(
  path: string,
  text: string,
  className: string,
  list: string,
  classes: readonly ListedClass[],
): string | undefined {
  const node = classesOf(parseSource(path, text)).find((one) => one.name?.text === className);
  const call = node === undefined ? undefined : decoratorCalls(node, 'Module')[0];
  const metadata = call?.arguments[0];
  if (metadata === undefined || !ts.isObjectLiteralExpression(metadata)) return undefined;
  const insertion = insertionIn(metadata, list, classes);
  if (insertion === undefined) return undefined;
  const imports = classes.map(({ name, specifier }) => `import { ${name} } from '${specifier}';\n`);
  return addImports(path, withInsertions(text, [insertion]), imports.join(''));
}

function insertionIn(
  metadata: ts.ObjectLiteralExpression,
  list: string,
  classes: readonly ListedClass[],
): Insertion | undefined {
  const names = classes.map(({ name }) => name).join(', ');
  const value = propertyOf(metadata, list);
  if (value === undefined) {
    const end = metadata.properties.at(-1)?.getEnd();
    const at = end ?? metadata.getStart() + 1;
    return { at, text: `${end === undefined ? '' : ','}\n  ${list}: [${names}]` };
  }
  if (!ts.isArrayLiteralExpression(value)) return undefined;
  const end = value.elements.at(-1)?.getEnd();
  return { at: end ?? value.getStart() + 1, text: end === undefined ? names : `, ${names}` };
}

/** Writes the types that the written controllers need and that the project lacks. */
async function writeTypes(job: ImportJob, places: TypePlaces): Promise<void> {
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

/** Adds the types of a generated text that a file lacks at its end. */
function addDeclarations(path: string, text: string, generated: string): string {
  const known = exportedTypes(parseSource(path, text));
  const source = parseSource(path, generated);
  const missing = [...exportedTypes(source)].filter(([name]) => !known.has(name));
  const texts = missing.map(([, node]) =>
    source.text.slice(node.getFullStart(), node.getEnd()).trim(),
  );
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const added = texts.map((one) => `\n${one}\n`.replaceAll(/\r?\n/g, lineEnd)).join('');
  const start = text === '' || text.endsWith('\n') ? text : `${text}${lineEnd}`;
  return addImports(path, `${start}${added}`, generated);
}

/** The text of a file with the types of arguments; they refer to one another in any order. */
function argumentsSource(types: readonly TypeWithName[], context: SourceContext): string {
  const body = types.map((type) => declarationText(type, context)).join('\n');
  return `${context.imports.toString()}\n${body}`;
}

function declarationText({ name, declared }: TypeWithName, context: SourceContext): string {
  if (!('kind' in declared)) return classText(name, declared, context);
  if (declared.kind === 'values') return `export type ${name} = ${valuesText(declared)};\n`;
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

/**
 * Finds the types that a project has already: in the folder of the import, and where its controllers
 * import them from.
 *
 * @param controllers The files of the controllers.
 */
function typePlaces(
  types: readonly TypeWithName[],
  paths: ImportPaths,
  code: ExistingCode,
  controllers: readonly string[],
  files: ProjectFiles,
): TypePlaces {
  const near = new Set(controllers.flatMap((file) => importsOf(file, files.read(file) ?? '')));
  const isNear = (file: string): boolean => file.startsWith(`${paths.folder}/`) || near.has(file);
  const declaredIn = (name: string): string | undefined =>
    code.types
      .get(name)
      ?.map((node) => node.getSourceFile().fileName)
      .find(isNear);
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

/** The files of the project that a file imports. */
function importsOf(file: string, text: string): readonly string[] {
  return parseSource(file, text).statements.flatMap((node) => {
    const specifier = ts.isImportDeclaration(node) ? node.moduleSpecifier : undefined;
    if (specifier === undefined || !ts.isStringLiteral(specifier)) return [];
    const path = posix.join(posix.dirname(file), specifier.text).replace(/\.js$/, '');
    return specifier.text.startsWith('.') ? [`${path}.ts`] : [];
  });
}
