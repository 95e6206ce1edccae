import type { ClassType } from '../../model/types/declared-type.js';
import type { Class } from '../../shared/class.js';
import { isRequestClass } from '../metadata-accessor.js';

/** The type that a class names: the request, or a class. */
export function classType(type: Class): ClassType | { readonly kind: 'request' } {
  if (isRequestClass(type)) return { kind: 'request' };
  return { kind: 'class', handle: { name: type.name, ref: type } };
}
