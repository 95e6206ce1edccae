import { brand } from '../shared/brand.js';

/**
 * Thrown by a constructor or a method of this library that a developer calls with an invalid
 * argument. A request never causes it.
 *
 * @example
 * new RestException('', 'No code.', 404); // throws InvalidArgumentException
 */
export class InvalidArgumentException extends Error {
  override readonly name = 'InvalidArgumentException';
}

/** Whether a value is such an exception, of this copy of the library or of the application's. */
export const isInvalidArgument = brand(InvalidArgumentException, 'InvalidArgumentException');
