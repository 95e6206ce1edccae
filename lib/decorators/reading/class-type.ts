import type { DeclaredType } from '../../model/types/declared-type.js';
import { REQUEST_MARK } from '../../model/signature/request-mark.js';

/** The type that a class names: the request, or a class. */
export function classType(type: abstract new (...args: never[]) => object): DeclaredType {
  if (Reflect.get(type, REQUEST_MARK) === true) return { kind: 'request' };
  return { kind: 'class', handle: { name: type.name, ref: type } };
}
