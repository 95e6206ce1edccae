/**
 * Thrown when an argument given to this library itself is wrong: by a constructor or a method that
 * a developer calls, never by a request.
 *
 * @example
 * new RestException('', 'No code.', 404); // throws InvalidArgumentException
 */
export class InvalidArgumentException extends Error {
  override readonly name = 'InvalidArgumentException';
}
