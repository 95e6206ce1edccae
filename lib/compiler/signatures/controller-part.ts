import { extendedClasses } from '../classes/extended-classes.js';
import { isController, lineageOf } from '../classes/heritage.js';
import type { MethodSignature } from '../../model/signature/method-signature.js';
import { composedMethodsOf, routeMethodsOf, type RouteMethod } from '../classes/route-methods.js';
import { readController, type ControllerReading } from '../declarations/read-controller.js';
import { readMethod } from '../declarations/routes/read-method.js';
import { checkRoutes } from '../diagnostics/check-routes.js';
import { missingController } from '../diagnostics/missing-controller.js';
import { rejectionDiagnostic } from '../diagnostics/source-diagnostic.js';
import { ts } from '../program/typescript.js';
import { isAbstract } from '../syntax/modifiers.js';
import { decoratorsOf } from '../syntax/our-decorators.js';
import type { TypeScope } from '../types/type-reader.js';
import type { SignaturePart } from './signature-part.js';

/**
 * The methods of a controller, read and checked; `undefined` for any other class. A class with routes
 * and an unknown decorator is read too: the decorator may be composed of ours. A base class is read
 * with the classes that extend it, which know its type arguments.
 */
export function controllerPart(
  node: ts.ClassLikeDeclaration,
  scope: TypeScope,
): SignaturePart | undefined {
  const { view } = scope;
  const lineage = lineageOf(node, view);
  const hasController = isController(lineage, view);
  const composed = composedMethodsOf(lineage, view);
  const hasRoutes = routeMethodsOf(lineage, view).length > 0;
  if (!hasController && !hasRoutes && composed.length === 0) return undefined;
  if (hasController || decoratorsOf(node, view).others > 0) {
    const part = partOf(readController(node, lineage, scope), scope);
    const methods = { ...composedSignatures(composed, scope), ...part.signature.methods };
    return { ...part, signature: { ...part.signature, methods } };
  }
  if (!hasRoutes) return undefined;
  if (isBase(node, scope)) return undefined;
  return { signature: {}, diagnostics: missingController(node, lineage, view) };
}

/** What can be read of methods whose routes only startup knows; a route without a signature is reported there. */
function composedSignatures(
  composed: readonly RouteMethod[],
  scope: TypeScope,
): Readonly<Record<string, MethodSignature>> {
  const read = composed.map(({ name, node, typeArguments }) => ({
    name,
    reading: readMethod(node, { ...scope, typeArguments }),
  }));
  const whole = read.filter(({ reading }) =>
    reading.parameters.every(({ rejection }) => rejection === undefined),
  );
  return Object.fromEntries(whole.map(({ name, reading }) => [name, reading.signature]));
}

/** Whether a class is made to be extended: it is extended, abstract, or made by a function. */
function isBase(node: ts.ClassLikeDeclaration, { view }: TypeScope): boolean {
  const isMade = ts.findAncestor(node, ts.isFunctionLike) !== undefined;
  return isAbstract(node) || isMade || view.once(extendedClasses).has(node);
}

function partOf(reading: ControllerReading, { view }: TypeScope): SignaturePart {
  const methods = reading.methods.map(({ name, reading: { signature } }) => [name, signature]);
  const { signatures } = reading.callbacks;
  const staticMethods =
    signatures.size === 0 ? {} : { staticMethods: Object.fromEntries(signatures) };
  return {
    signature: { methods: Object.fromEntries(methods), ...staticMethods },
    diagnostics: [...reading.rejections.map(rejectionDiagnostic), ...checkRoutes(reading, view)],
  };
}
