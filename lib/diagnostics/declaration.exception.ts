import { describeFault, type Fault } from './diagnostic-catalogue.js';

/**
 * Thrown at boot, before anything is served, when declarations are wrong. Lists every fault of the
 * application at once.
 *
 * @example
 * try { await app.init(); } catch (error) {
 *   if (error instanceof DeclarationException) error.faults.forEach(({ code }) => console.log(code));
 * }
 */
export class DeclarationException extends Error {
  override readonly name = 'DeclarationException';

  constructor(readonly faults: readonly Fault[]) {
    const count = faults.length === 1 ? 'One fault' : `${faults.length} faults`;
    super(
      `${count} in REST declarations:\n${faults.map((f) => `  ${describeFault(f)}`).join('\n')}`,
    );
  }
}
