import type { ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';

interface WrittenDecorator {
  readonly node: ts.Decorator;
  /** The function that is called, or named without a call. */
  readonly callee: ts.Expression;
  readonly arguments: readonly ts.Expression[];
}

export interface KnownDecorator extends WrittenDecorator {
  readonly symbol: ts.Symbol | undefined;
  /** `undefined` if this package does not export it. */
  readonly name: string | undefined;
}

export function writtenDecorators(node: ts.Node): readonly WrittenDecorator[] {
  const all = ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : [];
  return all.map((decorator) => {
    const { expression } = decorator;
    return ts.isCallExpression(expression)
      ? { node: decorator, callee: expression.expression, arguments: expression.arguments }
      : { node: decorator, callee: expression, arguments: [] };
  });
}

export function decoratorsOf(node: ts.Node, view: ProjectView): readonly KnownDecorator[] {
  return writtenDecorators(node).map((decorator) => {
    const symbol = view.resolve(decorator.callee);
    return { ...decorator, symbol, name: view.ourName(symbol) };
  });
}

/** The calls of a decorator on a class, a method or a parameter, by the name that it is written with. */
export function decoratorCalls(node: ts.Node, name: string): readonly ts.CallExpression[] {
  return writtenDecorators(node)
    .filter(({ callee }) => callee.getText() === name)
    .map(({ node: { expression } }) => expression)
    .filter(ts.isCallExpression);
}

export function decoratorsNamed(
  name: string,
  node: ts.Node,
  view: ProjectView,
): readonly KnownDecorator[] {
  return decoratorsOf(node, view).filter((decorator) => decorator.name === name);
}

const NEST = /\/@nestjs\/(?:common|microservices|websockets)\//;

export function isFromNest({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((one) => NEST.test(one.getSourceFile().fileName));
}

/**
 * Whether a node has a decorator that may be composed of those of this package: one that a file of the project
 * declares that imports this package, or that imports such a file.
 */
export function hasComposed(node: ts.Node, view: ProjectView): boolean {
  return decoratorsOf(node, view).some(({ name, symbol }) => {
    const isForeign = name === undefined && symbol !== undefined;
    if (!isForeign || isParameterDecorator(symbol, view)) return false;
    const declared = symbol.declarations?.map((one) => one.getSourceFile()) ?? [];
    return usesPackage(declared, view);
  });
}

/** Whether `createParamDecorator(…)` of Nest made it: such a decorator contains none of this package. */
function isParameterDecorator({ valueDeclaration }: ts.Symbol, view: ProjectView): boolean {
  const isVariable = valueDeclaration !== undefined && ts.isVariableDeclaration(valueDeclaration);
  const made = isVariable ? valueDeclaration.initializer : undefined;
  if (made === undefined || !ts.isCallExpression(made)) return false;
  return view.resolve(made.expression)?.name === 'createParamDecorator';
}

/** Whether files of the project, or those that they import, import this package. */
function usesPackage(files: readonly ts.SourceFile[], view: ProjectView): boolean {
  const seen = new Set(files);
  for (const file of seen) {
    if (!view.isOfProject(file)) continue;
    if (file.text.includes('nestjs-rest-routes')) return true;
    importedFiles(file, view).forEach((one) => seen.add(one));
  }
  return false;
}

function importedFiles(file: ts.SourceFile, { checker }: ProjectView): readonly ts.SourceFile[] {
  return file.statements.flatMap((statement) => {
    const isImport = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);
    const specifier = isImport ? statement.moduleSpecifier : undefined;
    const declared =
      specifier && checker.getSymbolAtLocation(specifier)?.declarations?.find(ts.isSourceFile);
    return declared === undefined ? [] : [declared];
  });
}

/** Whether a class has `@ValueClass` itself. */
export function isValueClass(node: ts.Node, view: ProjectView): boolean {
  return decoratorsNamed('ValueClass', node, view).length > 0;
}

/**
 * A file must contain it to be read: a decorator, or this package, whose decorators may be composed in another file.
 */
export const ROUTE_DECORATORS =
  /RestController|RestRoute|ValueClass|RequirePermission|nestjs-rest-routes/;

/**
 * Whether a source may have routes, value classes or permissions. A file that uses a decorator mentions its name in
 * the import, even under another name, so this test skips all other files. A route in a file that does not mention
 * this package has no signature, which is a diagnostic at startup.
 */
export function mentionsRoutes(text: string): boolean {
  return ROUTE_DECORATORS.test(text);
}
