import type { ClassSignature } from '../../model/signature/method-signature.js';
import type { SourceDiagnostic } from '../diagnostics/source-diagnostic.js';

/** One part of the signature of a class, which may be both a controller and a value class. */
export interface SignaturePart {
  readonly signature: Pick<
    ClassSignature,
    'methods' | 'staticMethods' | 'properties' | 'decorators'
  >;
  readonly diagnostics: readonly SourceDiagnostic[];
}
