import { ts } from '../../../compiler/program/typescript.js';

/** The calls of a decorator on a class, a method or a parameter, by the name that it is written with. */
export function decoratorCalls(node: ts.Node, name: string): readonly ts.CallExpression[] {
  const decorators = ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : [];
  return decorators
    .map(({ expression }) => expression)
    .filter(ts.isCallExpression)
    .filter(({ expression }) => expression.getText() === name);
}

/** The classes of a file. */
export function classesOf(file: ts.SourceFile): readonly ts.ClassDeclaration[] {
  return file.statements.filter(ts.isClassDeclaration);
}

/** The syntax tree of a text. */
export function parseSource(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}
