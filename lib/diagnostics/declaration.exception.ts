import { describeDiagnostic, type Diagnostic } from './diagnostic.js';

/**
 * Thrown at boot, before anything is served, when declarations are wrong. Lists every diagnostic of the
 * application at once.
 *
 * @example
 * try { await app.init(); } catch (error) {
 *   if (error instanceof DeclarationException) error.diagnostics.forEach(({ code }) => console.log(code));
 * }
 */
export class DeclarationException extends Error {
  override readonly name = 'DeclarationException';

  constructor(readonly diagnostics: readonly Diagnostic[]) {
    const count = diagnostics.length === 1 ? 'One fault' : `${diagnostics.length} faults`;
    super(
      `${count} in REST declarations:\n${diagnostics.map((f) => `  ${describeDiagnostic(f)}`).join('\n')}`,
    );
  }

  /** @deprecated Use `diagnostics`. */
  get faults(): readonly Diagnostic[] {
    return this.diagnostics;
  }
}
