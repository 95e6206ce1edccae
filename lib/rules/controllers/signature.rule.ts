import { SIGNATURE_FORMAT } from '../../model/signature/method-signature.js';
import type { ControllerRule, Finding, SignatureFact } from '../rule.js';

/**
 * A signature has a format that this version reads, and its compiler found nothing wrong. Only the
 * boot knows it: the compiler that writes a signature reports its own diagnostics.
 */
export const signatureRule: ControllerRule = ({ readers: { signature } }) =>
  checkSignature(signature);

/** The same for a class that may be no controller of the library. */
export function checkSignature(signature: SignatureFact | undefined): readonly Finding[] {
  if (signature === undefined) return [];
  const { format, diagnostics } = signature;
  if (format !== SIGNATURE_FORMAT) {
    const expected = `format ${SIGNATURE_FORMAT}`;
    return [{ code: 'RR1017', expected, received: `format ${String(format)}` }];
  }
  return diagnostics.map((received) => ({
    code: 'RR1027',
    expected: 'a source without diagnostics',
    received,
  }));
}
