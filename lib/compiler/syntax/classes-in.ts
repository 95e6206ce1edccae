import { ts } from '../program/typescript.js';

/** All classes of a file, those inside functions and namespaces included. */
export function classesIn(file: ts.SourceFile): readonly ts.ClassLikeDeclaration[] {
  const classes: ts.ClassLikeDeclaration[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node)) classes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return classes;
}
