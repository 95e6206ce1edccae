import type { Class } from '../../shared/records.js';
import { UPLOADED_FILE_MARK } from '../signature/uploaded-file-mark.js';
import type { ClassType } from '../types/declared-type.js';

/** The type that a class names: a file, or a service or value class. */
export function typeOfClass(type: Class): ClassType | { readonly kind: 'file' } {
  // A subclass of `UploadedFile` is another class: no request is made of its instances.
  if (Object.hasOwn(type, UPLOADED_FILE_MARK)) return { kind: 'file' };
  return { kind: 'class', handle: { name: type.name, ref: type } };
}
