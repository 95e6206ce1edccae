/** An error of an application, which is not one of Nest. */
export class DomainError extends Error {
  override readonly name = 'DomainError';

  constructor(readonly reason: string) {
    super(`It is not allowed: ${reason}`);
  }
}
