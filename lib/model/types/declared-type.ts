import type { EnumValue, ScalarType } from '../../schema/vocabulary.js';

/** A class as its producer knows it: the constructor at run time, the declaration in a compiler. */
export interface ClassHandle {
  readonly name: string;
  readonly ref: unknown;
}

/** A type as declared, with the classes it names resolved. */
export type DeclaredType = (
  | { readonly kind: ScalarType | 'date' | 'request' }
  | { readonly kind: 'enum'; readonly values: readonly EnumValue[] }
  | { readonly kind: 'array'; readonly items: DeclaredType }
  | { readonly kind: 'class'; readonly handle: ClassHandle }
  | { readonly kind: 'opaque'; readonly text: string }
) & { readonly nullable?: true };
