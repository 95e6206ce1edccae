import { ts } from '../program/typescript.js';
import type { ClassReading } from '../signatures/read-class.js';
import { attachToClass } from './attach-to-class.js';
import { attachmentOf, type ModuleNames } from './attachment.js';

/** Attaches the signatures of a file's classes in its AST, and imports the classes they name. */
export function transformFile(
  file: ts.SourceFile,
  classes: readonly ClassReading[],
  context: ts.TransformationContext,
): ts.SourceFile {
  const modules: ModuleNames = new Map();
  const visited = attachToClasses(file, classes, modules, context);
  const imports = [...modules].map(([module, name]) => importOf(module, name));
  // At the end: imports are hoisted, and no line of the source moves.
  const statements = ts.setTextRange(
    ts.factory.createNodeArray([...visited.statements, ...imports]),
    visited.statements,
  );
  return ts.factory.updateSourceFile(visited, statements);
}

function attachToClasses(
  file: ts.SourceFile,
  classes: readonly ClassReading[],
  modules: ModuleNames,
  context: ts.TransformationContext,
): ts.SourceFile {
  const readings = new Map<ts.Node, ClassReading>(
    classes.map((reading) => [reading.node, reading]),
  );
  const visit = (node: ts.Node): ts.Node => {
    const visited = ts.visitEachChild(node, visit, context);
    // Other plugins may have replaced the node of the class; its original is still that of the source.
    const reading = readings.get(ts.getOriginalNode(node));
    return reading !== undefined && ts.isClassLike(visited)
      ? attachToClass(visited, attachmentOf(reading, modules))
      : visited;
  };
  return ts.visitEachChild(file, visit, context);
}

/** `import * as name from "module";` The compiler keeps an import that it did not parse. */
function importOf(module: string, name: string): ts.ImportDeclaration {
  const { factory } = ts;
  const namespace = factory.createNamespaceImport(factory.createIdentifier(name));
  const clause = factory.createImportClause(undefined, undefined, namespace);
  return factory.createImportDeclaration(undefined, clause, factory.createStringLiteral(module));
}
