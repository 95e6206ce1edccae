import { attachmentOf, type ModuleNames } from './attachment.js';
import type { ClassReading } from '../signatures/read-class.js';
import { ts } from '../program/typescript.js';
import { attachToClass } from './attach-to-class.js';

/** Writes the signatures of a file's classes into it, and imports the classes that they name. */
export function transformFile(
  file: ts.SourceFile,
  classes: readonly ClassReading[],
  context: ts.TransformationContext,
): ts.SourceFile {
  const readings = new Map<ts.Node, ClassReading>(
    classes.map((reading) => [reading.node, reading]),
  );
  const modules: ModuleNames = new Map();
  const visit = (node: ts.Node): ts.Node => {
    const visited = ts.visitEachChild(node, visit, context);
    // Other plugins may have been here: the class is known by what it was in the source.
    const reading = readings.get(ts.getOriginalNode(node));
    return reading !== undefined && ts.isClassLike(visited)
      ? attachToClass(visited, attachmentOf(reading, modules))
      : visited;
  };
  const visited = ts.visitEachChild(file, visit, context);
  const imports = [...modules].map(([module, name]) => importOf(module, name));
  // Last: imports are hoisted, and no line of the source moves.
  const statements = ts.setTextRange(
    ts.factory.createNodeArray([...visited.statements, ...imports]),
    visited.statements,
  );
  return ts.factory.updateSourceFile(visited, statements);
}

/** `import * as name from "module";` The compiler keeps an import that it did not parse. */
function importOf(module: string, name: string): ts.ImportDeclaration {
  const { factory } = ts;
  const clause = factory.createImportClause(
    undefined,
    undefined,
    factory.createNamespaceImport(factory.createIdentifier(name)),
  );
  return factory.createImportDeclaration(undefined, clause, factory.createStringLiteral(module));
}
