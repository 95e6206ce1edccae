import { readValueClass } from '../declarations/read-value-class.js';
import { checkProperties } from '../diagnostics/check-properties.js';
import { rejectionDiagnostic } from '../diagnostics/source-diagnostic.js';
import type { ts } from '../program/typescript.js';
import { isValueClass } from '../syntax/our-decorators.js';
import type { TypeScope } from '../types/type-reader.js';
import type { SignaturePart } from './signature-part.js';

/** The properties of a value class, read and checked; `undefined` for any other class. */
export function valueClassPart(
  node: ts.ClassLikeDeclaration,
  scope: TypeScope,
): SignaturePart | undefined {
  if (!isValueClass(node, scope.view)) return undefined;
  const reading = readValueClass(node, scope);
  return {
    signature: { properties: reading.properties.map(({ signature }) => signature) },
    diagnostics: [
      ...reading.rejections.map(rejectionDiagnostic),
      ...checkProperties(reading, scope.view),
    ],
  };
}
