import type { TypeSignature } from '../../../types/type.js';
import type { ts } from '../../program/typescript.js';
import { isRejection, reject } from '../../syntax/nodes.js';
import { reachesLimits } from '../../tags/stray-tags.js';
import type { TypeReading, TypeScope } from '../type-reading.js';

/** The checker knows a scalar type without the limits of the alias, or of the property, that names it. */
export function withoutLoss(reading: TypeReading, node: ts.Node, scope: TypeScope): TypeReading {
  if (isRejection(reading) || scope.isReturned || !mayLose(reading.type)) return reading;
  return reachesLimits(node, scope.view) ? reject('RR2027', node) : reading;
}

/** The properties of an object are read where they are declared. */
function mayLose(type: TypeSignature): boolean {
  if (type.keywords !== undefined) return false;
  if (type.kind === 'array') return mayLose(type.items);
  if (type.kind === 'union') return type.options.some(mayLose);
  return type.kind === 'string' || type.kind === 'number' || type.kind === 'integer';
}
