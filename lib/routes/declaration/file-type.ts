import type { DeclaredType, ClassType } from '../../types/type.js';
import type { Class } from '../../shared/records.js';
import { UPLOADED_FILE_MARK } from '../../types/method-signature.js';

/** The type of an argument that is a file, or a list of files. */
export interface FileType {
  readonly isList: boolean;
  readonly isNullable: boolean;
}

/** A type as that of a file; `undefined` for any other, which may hold files. */
export function fileTypeOf(type: DeclaredType): FileType | undefined {
  const isNullable = type.nullable === true;
  if (type.kind === 'file') return { isList: false, isNullable };
  const isList = type.kind === 'array' && isPlainFile(type.items);
  return isList ? { isList, isNullable } : undefined;
}

/** Whether the elements of a list are files, and nothing more is stated of them. */
function isPlainFile({ kind, nullable, keywords }: DeclaredType): boolean {
  return kind === 'file' && nullable !== true && keywords === undefined;
}

/** The type that a class names: a file, or a service or value class. */
export function typeOfClass(type: Class): ClassType | { readonly kind: 'file' } {
  // A subclass of `UploadedFile` is another class: no request is made of its instances.
  if (Object.hasOwn(type, UPLOADED_FILE_MARK)) return { kind: 'file' };
  return { kind: 'class', handle: { name: type.name, ref: type } };
}
