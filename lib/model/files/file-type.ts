import type { DeclaredType } from '../types/declared-type.js';

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
