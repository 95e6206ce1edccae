import { describeAll } from './describe-all.js';
import type { Diagnostic } from './diagnostic.js';

/**
 * Thrown at startup, before anything is served, when declarations are invalid. Lists every diagnostic
 * of the application; the message has RR1016, a missing signature, once for each class.
 *
 * @example
 * try { await app.init(); } catch (error) {
 *   if (error instanceof DeclarationException) error.diagnostics.forEach(({ code }) => console.log(code));
 * }
 */
export class DeclarationException extends Error {
  override readonly name = 'DeclarationException';

  constructor(readonly diagnostics: readonly Diagnostic[]) {
    const count = diagnostics.length === 1 ? 'One diagnostic' : `${diagnostics.length} diagnostics`;
    const lines = describeAll(diagnostics).map((line) => `  ${line}`);
    super(`${count} in REST declarations:\n${lines.join('\n')}`);
  }
}
