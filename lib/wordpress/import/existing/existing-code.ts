import { ts } from '../../../compiler/program/typescript.js';
import { decoratorCalls } from '../../../compiler/syntax/decorators.js';
import { nodesIn, optionOf } from '../../../compiler/syntax/nodes.js';
import { isTypeDeclaration, parse } from '../../../compiler/syntax/text-edits.js';
import type { ProjectFiles } from '../project-files.js';
import type { ExportedClass } from '../source/module-source.js';

/** A file is parsed again only if its text has changed. */
export class SourceTrees {
  readonly #trees = new Map<string, ts.SourceFile>();

  of(path: string, text: string): ts.SourceFile {
    const known = this.#trees.get(path);
    if (known?.text === text) return known;
    const tree = parse(text, path);
    this.#trees.set(path, tree);
    return tree;
  }
}

export type TypeDeclaration =
  ts.ClassDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

export interface ExistingController extends ExportedClass {
  readonly version: string;
  readonly base: string;
  /** Methods and permissions. */
  readonly members: ReadonlySet<string>;
  readonly routes: readonly ExistingRoute[];
}

/** A module that states the namespace of its controllers. */
interface ExistingModule extends ExportedClass {
  readonly namespace: string;
  readonly listed: ReadonlySet<string>;
}

export interface ExistingCode {
  readonly controllers: readonly ExistingController[];
  readonly modules: readonly ExistingModule[];
  /** Each with all files that declare it. */
  readonly types: ReadonlyMap<string, readonly TypeDeclaration[]>;
  /** The files with `RestModule.forRoot({ style: 'nest' })`. */
  readonly nestStyled: readonly string[];
}

const TESTS = /\.(?:spec|test|e2e-spec|d)\.ts$/;

/** Whether a file is a test, or has declarations only. */
export function isTestFile(path: string): boolean {
  return TESTS.test(path);
}

/** Reads the sources of a project in all folders: a person may have moved them. */
export function readExistingCode(
  files: ProjectFiles,
  sourceRoot: string,
  trees: SourceTrees,
): ExistingCode {
  const sources = files.list(sourceRoot).flatMap((path): readonly ts.SourceFile[] => {
    const text = isTestFile(path) ? undefined : files.read(path);
    return text === undefined ? [] : [trees.of(path, text)];
  });
  const types = new Map<string, TypeDeclaration[]>();
  for (const [name, node] of sources.flatMap((source) => [...exportedTypes(source)])) {
    types.set(name, [...(types.get(name) ?? []), node]);
  }
  return {
    controllers: sources.flatMap(controllersIn),
    modules: sources.flatMap(modulesIn),
    types,
    nestStyled: sources.filter(isNestStyled).map(({ fileName }) => fileName),
  };
}

function isNestStyled(source: ts.SourceFile): boolean {
  if (!source.text.includes('RestModule')) return false;
  const calls = nodesIn(source, ts.isCallExpression).filter(isRestModule);
  return calls.some((call) => textValue(optionOf(call.arguments[0], 'style'), source) === 'nest');
}

function modulesIn(source: ts.SourceFile): readonly ExistingModule[] {
  return source.statements.filter(ts.isClassDeclaration).flatMap((node) => {
    const metadata = decoratorCalls(node, 'Module')[0]?.arguments[0];
    const namespace = namespaceIn(metadata, source);
    if (namespace === undefined || node.name === undefined) return [];
    const lists = ['providers', 'controllers'].map((name) => optionOf(metadata, name));
    const listed = new Set(lists.flatMap(identifiersIn));
    return [{ file: source.fileName, className: node.name.text, namespace, listed }];
  });
}

function namespaceIn(metadata: ts.Node | undefined, source: ts.SourceFile): string | undefined {
  const imports = optionOf(metadata, 'imports');
  if (imports === undefined || !ts.isArrayLiteralExpression(imports)) return undefined;
  const call = imports.elements.filter(ts.isCallExpression).find(isRestModule);
  return textValue(optionOf(call?.arguments[0], 'namespace'), source);
}

function isRestModule({ expression }: ts.CallExpression): boolean {
  return /^RestModule\s*\.\s*for(?:Feature|Root)$/.test(expression.getText());
}

function identifiersIn(node: ts.Expression | undefined): readonly string[] {
  if (node === undefined || !ts.isArrayLiteralExpression(node)) return [];
  return node.elements.filter(ts.isIdentifier).map(({ text }) => text);
}

export interface ExistingRoute {
  readonly methodName: string;
  /** In capitals. */
  readonly methods: readonly string[];
  /** Below the version. */
  readonly path: string;
}

/** The controllers in a file whose version, base and paths can be read from the source. */
export function controllersIn(source: ts.SourceFile): readonly ExistingController[] {
  return source.statements.filter(ts.isClassDeclaration).flatMap((node) => {
    const [call] = decoratorCalls(node, 'RestController');
    const version = textValue(call?.arguments[0], source);
    const className = node.name?.text;
    if (call === undefined || version === undefined || className === undefined) return [];
    const base = call.arguments.length === 1 ? '' : textValue(call.arguments[1], source);
    if (base === undefined) return [];
    const members = new Set(node.members.flatMap((member) => member.name?.getText() ?? []));
    const methods = node.members.filter(ts.isMethodDeclaration);
    const routes = methods.flatMap((method) => routesOf(method, base));
    return [{ file: source.fileName, className, version, base, members, routes }];
  });
}

function routesOf(node: ts.MethodDeclaration, base: string): readonly ExistingRoute[] {
  const source = node.getSourceFile();
  return decoratorCalls(node, 'RestRoute').flatMap((call) => {
    const path = textValue(call.arguments[0], source);
    if (path === undefined) return [];
    const methods = textValues(call.arguments[1], source).map((name) => name.toUpperCase());
    return [{ methodName: node.name.getText(), methods, path: trimmed(`${base}${path}`) }];
  });
}

function trimmed(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

export function exportedTypes(source: ts.SourceFile): ReadonlyMap<string, TypeDeclaration> {
  const declarations = source.statements.filter(isTypeDeclaration).filter(isExported);
  return new Map(
    declarations.flatMap((node) => (node.name === undefined ? [] : [[node.name.text, node]])),
  );
}

function isExported({ modifiers }: TypeDeclaration): boolean {
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

/**
 * A literal, a member such as `HttpMethod.Get` by its name, or a `const` of the same file. `undefined` for any other.
 */
function textValue(node: ts.Expression | undefined, file: ts.SourceFile): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isIdentifier(node) ? constantText(node.text, file) : undefined;
}

function textValues(node: ts.Expression | undefined, file: ts.SourceFile): readonly string[] {
  if (node === undefined) return [];
  const nodes = ts.isArrayLiteralExpression(node) ? [...node.elements] : [node];
  return nodes.flatMap((one) => textValue(one, file) ?? []);
}

function constantText(name: string, file: ts.SourceFile): string | undefined {
  const declarations = file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations]);
  const found = declarations.find((one) => ts.isIdentifier(one.name) && one.name.text === name);
  const value = found?.initializer;
  return value !== undefined && ts.isStringLiteralLike(value) ? value.text : undefined;
}
