import { ts } from './program/typescript.js';
import type { ClassReading } from './signatures/read-class.js';
import { attachmentOf, type Attachment } from './attachment.js';
import { SIGNATURE_KEY } from '../types/method-signature.js';

/** Attaches the signatures of a file's classes in its AST, and imports the classes they name. */
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

/**
 * Adds to a class a static block that attaches its signature. The block is the last member, so that no
 * line moves, and part of the body, so that it runs before the decorators of the class.
 */
function attachToClass(
  node: ts.ClassLikeDeclaration,
  attachment: Attachment,
): ts.ClassLikeDeclaration {
  const members = ts.setTextRange(
    ts.factory.createNodeArray([...node.members, signatureBlock(attachment)]),
    node.members,
  );
  const { modifiers, typeParameters, heritageClauses } = node;
  const rest = [typeParameters, heritageClauses, members] as const;
  return ts.isClassDeclaration(node)
    ? ts.factory.updateClassDeclaration(node, modifiers, node.name, ...rest)
    : ts.factory.updateClassExpression(node, modifiers, node.name, ...rest);
}

/** `static { Object.defineProperty(ItemsController, Symbol.for("…"), { value: … }); }` */
function signatureBlock(attachment: Attachment): ts.ClassStaticBlockDeclaration {
  const { factory } = ts;
  const key = callBuiltIn('Symbol', 'for', [
    factory.createStringLiteral(SIGNATURE_KEY.description ?? ''),
  ]);
  const descriptor = factory.createObjectLiteralExpression([
    property('value', attachedValue(attachment)),
    property('configurable', factory.createTrue()),
  ]);
  const define = callBuiltIn('Object', 'defineProperty', [selfNode(attachment), key, descriptor]);
  return factory.createClassStaticBlockDeclaration(
    factory.createBlock([factory.createExpressionStatement(define)], true),
  );
}

function selfNode({ self }: Attachment): ts.Expression {
  return self === undefined ? ts.factory.createThis() : ts.factory.createIdentifier(self);
}

/** The signature is JSON in a text and not an object, so that a name in it never acts as code. */
function attachedValue({ json, references, stamp }: Attachment): ts.Expression {
  const { factory } = ts;
  const signature = callBuiltIn('JSON', 'parse', [factory.createStringLiteral(json, true)]);
  return factory.createObjectLiteralExpression(
    [
      property('signature', signature),
      property('references', factory.createObjectLiteralExpression(references.map(referenceEntry))),
      property('stamp', factory.createStringLiteral(stamp)),
    ],
    true,
  );
}

/** `"OrderLine": () => module["OrderLine"]`, since an export may have any name. */
function referenceEntry([
  key,
  [first = '', ...rest],
]: Attachment['references'][number]): ts.PropertyAssignment {
  const { factory } = ts;
  const expression = rest.reduce<ts.Expression>(
    (object, name) =>
      factory.createElementAccessExpression(object, factory.createStringLiteral(name)),
    factory.createIdentifier(first),
  );
  return factory.createPropertyAssignment(factory.createStringLiteral(key), thunk(expression));
}

function thunk(expression: ts.Expression): ts.ArrowFunction {
  return ts.factory.createArrowFunction(undefined, undefined, [], undefined, undefined, expression);
}

function property(name: string, value: ts.Expression): ts.PropertyAssignment {
  return ts.factory.createPropertyAssignment(name, value);
}

/** Through `globalThis`, since a file may have a class `Symbol` of its own. */
function callBuiltIn(
  object: string,
  name: string,
  args: readonly ts.Expression[],
): ts.CallExpression {
  const { factory } = ts;
  const global = factory.createIdentifier('globalThis');
  const owner = factory.createPropertyAccessExpression(global, object);
  const callee = factory.createPropertyAccessExpression(owner, name);
  return factory.createCallExpression(callee, undefined, args);
}
