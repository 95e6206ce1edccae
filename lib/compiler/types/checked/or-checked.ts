import type { ts } from '../../program/typescript.js';
import { isRejection } from '../../syntax/rejection.js';
import { hasTypeParameters } from '../../syntax/type-arguments.js';
import type { TypeScope } from '../type-reader.js';
import type { TypeReading } from '../type-reading.js';
import { readChecked } from './read-checked-type.js';

/**
 * A reading, or that of the checker where the source does not show the type: a condition on a type
 * argument, a mapped type, `(A | B) & C`. The checker does not know what a type parameter stands for.
 */
export function orChecked(reading: TypeReading, node: ts.TypeNode, scope: TypeScope): TypeReading {
  if (!isRejection(reading) || hasTypeParameters(node, scope.view.checker)) return reading;
  const { rejected, isInObject } = reading;
  const isHidden = rejected === 'RR2004' || (rejected === 'RR2001' && isInObject !== true);
  if (!isHidden) return reading;
  const checked = readChecked(node, scope);
  return isRejection(checked) && checked.isInObject !== true ? reading : checked;
}
