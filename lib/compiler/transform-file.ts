import { ts } from './program/typescript.js';
import type { ClassReading } from './signatures/read-class.js';
import { DEFINE, descriptorText, KEY_EXPRESSION, selfOf } from './attachment.js';
import { importOf } from './signature-file.js';
import { diagnosticLines } from './source-diagnostic.js';

export function transformFile(
  file: ts.SourceFile,
  classes: readonly ClassReading[],
  context: ts.TransformationContext,
): ts.SourceFile {
  const modules = new Map<string, string>();
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
  modules: Map<string, string>,
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
      ? attachToClass(visited, signatureBlock(reading, modules))
      : visited;
  };
  return ts.visitEachChild(file, visit, context);
}

/**
 * The block is the last member, so that no line moves, and part of the body, so that it runs before the decorators of
 * the class.
 */
function attachToClass(
  node: ts.ClassLikeDeclaration,
  block: ts.ClassStaticBlockDeclaration,
): ts.ClassLikeDeclaration {
  const members = ts.setTextRange(
    ts.factory.createNodeArray([...node.members, block]),
    node.members,
  );
  const { modifiers, typeParameters, heritageClauses } = node;
  const rest = [typeParameters, heritageClauses, members] as const;
  return ts.isClassDeclaration(node)
    ? ts.factory.updateClassDeclaration(node, modifiers, node.name, ...rest)
    : ts.factory.updateClassExpression(node, modifiers, node.name, ...rest);
}

/**
 * `static { Object.defineProperty(ItemsController, Symbol.for("…"), { value: … }); }`. A class with diagnostics throws
 * when its module is imported: some builds write it nevertheless, and the application must end before it creates
 * providers, such as a connection to a database.
 */
function signatureBlock(
  reading: ClassReading,
  modules: Map<string, string>,
): ts.ClassStaticBlockDeclaration {
  const { factory } = ts;
  const self = selfOf(reading);
  const define = factory.createCallExpression(codeOf(DEFINE), undefined, [
    self === undefined ? factory.createThis() : factory.createIdentifier(self),
    codeOf(KEY_EXPRESSION),
    codeOf(descriptorText(reading, modules)),
  ]);
  const { diagnostics } = reading;
  const failure =
    diagnostics.length === 0 ? [] : [throwError(diagnostics.map(diagnosticLines).join('\n'))];
  return factory.createClassStaticBlockDeclaration(
    factory.createBlock([factory.createExpressionStatement(define), ...failure], true),
  );
}

function throwError(text: string): ts.Statement {
  const { factory } = ts;
  const error = codeOf(`globalThis.Error(${JSON.stringify(text)})`);
  return factory.createThrowStatement(error);
}

/** It needs no compilation. TypeScript writes the text of an identifier unchanged. */
function codeOf(text: string): ts.Expression {
  return ts.factory.createIdentifier(text);
}
