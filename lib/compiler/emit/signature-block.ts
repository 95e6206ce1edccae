import { SIGNATURE_KEY } from '../../model/signature/method-signature.js';
import { ts } from '../program/typescript.js';
import type { AttachedReference, Attachment } from './attachment.js';

/** `static { Object.defineProperty(ItemsController, Symbol.for("…"), { value: … }); }` */
export function signatureBlock(attachment: Attachment): ts.ClassStaticBlockDeclaration {
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
function referenceEntry({ key, namespace, path }: AttachedReference): ts.PropertyAssignment {
  const { factory } = ts;
  const [first = '', ...rest] = namespace === undefined ? path : [namespace, ...path];
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
