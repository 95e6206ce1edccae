import { typeOfClass } from '../../model/files/type-of-class.js';
import type { ClassType } from '../../model/types/declared-type.js';
import type { Class } from '../../shared/class.js';
import { isRequestClass } from '../metadata-accessor.js';

/** The type that a class names: the request, a file, or a class. */
export function classType(type: Class): ClassType | { readonly kind: 'request' | 'file' } {
  return isRequestClass(type) ? { kind: 'request' } : typeOfClass(type);
}
