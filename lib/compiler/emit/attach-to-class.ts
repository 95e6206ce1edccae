import { SIGNATURE_KEY } from '../../model/signature/method-signature.js';
import type { Attachment, AttachedReference } from './attachment.js';
import { ts } from '../program/typescript.js';

/**
 * Adds to a class a static block that attaches its signature. It stands last in the body, so that
 * nothing moves, and inside it, so that it is there before the decorators run.
 */
export function attachToClass<Class extends ts.ClassLikeDeclaration>(
  node: Class,
  attachment: Attachment,
): ts.ClassLikeDeclaration {
  const { factory } = ts;
  const members = ts.setTextRange(
    factory.createNodeArray([...node.members, staticBlock(attachment)]),
    node.members,
  );
  const { name, typeParameters, heritageClauses } = node;
  const modifiers = node.modifiers as ts.NodeArray<ts.Modifier> | undefined;
  return ts.isClassDeclaration(node)
    ? factory.updateClassDeclaration(
        node,
        modifiers,
        name,
        typeParameters,
        heritageClauses,
        members,
      )
    : factory.updateClassExpression(
        node as ts.ClassExpression,
        modifiers,
        name,
        typeParameters,
        heritageClauses,
        members,
      );
}

/** `static { Object.defineProperty(ItemsController, Symbol.for("…"), { value: … }); }` */
function staticBlock(attachment: Attachment): ts.ClassStaticBlockDeclaration {
  const { factory } = ts;
  const define = factory.createCallExpression(builtIn('Object', 'defineProperty'), undefined, [
    attachment.self === undefined
      ? factory.createThis()
      : factory.createIdentifier(attachment.self),
    factory.createCallExpression(builtIn('Symbol', 'for'), undefined, [
      factory.createStringLiteral(SIGNATURE_KEY.description ?? ''),
    ]),
    factory.createObjectLiteralExpression([
      property('value', attachedValue(attachment)),
      property('configurable', factory.createTrue()),
    ]),
  ]);
  return factory.createClassStaticBlockDeclaration(
    factory.createBlock([factory.createExpressionStatement(define)], true),
  );
}

/** JSON, and not an object, so that no name in it means anything to the language. */
function attachedValue({ json, references, stamp }: Attachment): ts.Expression {
  const { factory } = ts;
  const signature = factory.createCallExpression(builtIn('JSON', 'parse'), undefined, [
    factory.createStringLiteral(json, true),
  ]);
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
function referenceEntry({ key, namespace, path }: AttachedReference): ts.PropertyAssignment {
  const { factory } = ts;
  const [first = '', ...rest] = namespace === undefined ? path : [namespace, ...path];
  const expression = rest.reduce<ts.Expression>(
    (object, name) =>
      factory.createElementAccessExpression(object, factory.createStringLiteral(name)),
    factory.createIdentifier(first),
  );
  const thunk = factory.createArrowFunction(
    undefined,
    undefined,
    [],
    undefined,
    undefined,
    expression,
  );
  return factory.createPropertyAssignment(factory.createStringLiteral(key), thunk);
}

function property(name: string, value: ts.Expression): ts.PropertyAssignment {
  return ts.factory.createPropertyAssignment(name, value);
}

/** Through `globalThis`, since a file may have a class `Symbol` of its own. */
function builtIn(object: string, name: string): ts.Expression {
  const { factory } = ts;
  const owner = factory.createPropertyAccessExpression(
    factory.createIdentifier('globalThis'),
    object,
  );
  return factory.createPropertyAccessExpression(owner, name);
}
