import { lineageOf } from '../classes/heritage.js';
import { readRequiredPermissions } from '../declarations/read-required-permissions.js';
import { checkRequiredPermissions } from '../diagnostics/check-required-permissions.js';
import { rejectionDiagnostic } from '../diagnostics/source-diagnostic.js';
import type { ts } from '../program/typescript.js';
import type { TypeScope } from '../types/type-reader.js';
import type { SignaturePart } from './signature-part.js';

/** The callbacks that a plain Nest controller names, read and checked; `undefined` where it names none. */
export function requiredPermissionPart(
  node: ts.ClassLikeDeclaration,
  scope: TypeScope,
): SignaturePart | undefined {
  const { view } = scope;
  const reading = readRequiredPermissions(node, lineageOf(node, view), scope);
  const { signatures, rejections } = reading.callbacks;
  const diagnostics = [
    ...rejections.map(rejectionDiagnostic),
    ...checkRequiredPermissions(reading, view),
  ];
  if (signatures.size === 0 && diagnostics.length === 0) return undefined;
  return { signature: { staticMethods: Object.fromEntries(signatures) }, diagnostics };
}
