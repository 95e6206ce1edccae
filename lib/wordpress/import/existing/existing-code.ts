import { ts } from '../../../compiler/program/typescript.js';
import type { ProjectFiles } from '../project-files.js';
import { controllersIn, type ExistingController } from './existing-controller.js';
import { exportedTypes, type TypeDeclaration } from './existing-types.js';
import type { SourceTrees } from './source-trees.js';
import { propertyOf, textValue } from './literal-value.js';
import { classesOf, decoratorCalls } from './source-file.js';

/** A module that states the namespace of its controllers. */
interface ExistingModule {
  readonly file: string;
  readonly className: string;
  readonly namespace: string;
  /** The names of the classes that it lists. */
  readonly listed: ReadonlySet<string>;
}

/** What a project has already. */
export interface ExistingCode {
  readonly controllers: readonly ExistingController[];
  readonly modules: readonly ExistingModule[];
  /** The exported types by name, each with all files that declare it. */
  readonly types: ReadonlyMap<string, readonly TypeDeclaration[]>;
}

const TESTS = /\.(?:spec|test|e2e-spec|d)\.ts$/;

/** Reads the sources of a project in all folders: a person may have moved them. */
export function readExistingCode(
  files: ProjectFiles,
  sourceRoot: string,
  trees: SourceTrees,
): ExistingCode {
  const sources = files.list(sourceRoot).flatMap((path): readonly ts.SourceFile[] => {
    const text = TESTS.test(path) ? undefined : files.read(path);
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
  };
}

/** The modules in a file that import `RestModule`. */
function modulesIn(source: ts.SourceFile): readonly ExistingModule[] {
  return classesOf(source).flatMap((node) => {
    const metadata = decoratorCalls(node, 'Module')[0]?.arguments[0];
    const namespace = namespaceIn(metadata, source);
    if (namespace === undefined || node.name === undefined) return [];
    const lists = ['providers', 'controllers'].map((name) => propertyOf(metadata, name));
    const listed = new Set(lists.flatMap(identifiersIn));
    return [{ file: source.fileName, className: node.name.text, namespace, listed }];
  });
}

function namespaceIn(metadata: ts.Node | undefined, source: ts.SourceFile): string | undefined {
  const imports = propertyOf(metadata, 'imports');
  if (imports === undefined || !ts.isArrayLiteralExpression(imports)) return undefined;
  const call = imports.elements.filter(ts.isCallExpression).find(isRestModule);
  return textValue(propertyOf(call?.arguments[0], 'namespace'), source);
}

function isRestModule({ expression }: ts.CallExpression): boolean {
  return /^RestModule\s*\.\s*for(?:Feature|Root)$/.test(expression.getText());
}

function identifiersIn(node: ts.Expression | undefined): readonly string[] {
  if (node === undefined || !ts.isArrayLiteralExpression(node)) return [];
  return node.elements.filter(ts.isIdentifier).map(({ text }) => text);
}
