import { SIGNATURE_KEY } from '../model/signature/method-signature.js';

/** The key of a signature on its class, as the code that attaches it writes it. */
export const KEY_EXPRESSION = `globalThis.Symbol.for(${JSON.stringify(SIGNATURE_KEY.description)})`;

/** Whether a source has its signatures already. */
export function isAttached(code: string): boolean {
  return code.includes(KEY_EXPRESSION);
}
