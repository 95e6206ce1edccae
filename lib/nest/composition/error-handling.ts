import {
  handleErrors,
  WORDPRESS_ERRORS,
  type ErrorFormat,
  type ErrorHandling,
} from '../../lifecycle/messages/error-format.js';
import type { RestModuleOptions } from '../options/rest-options.js';
import { habit } from '../options/styles.js';
import { rejectOption } from '../options/option-values.js';
import type { Feature } from './feature.js';

/**
 * Makes the functions that handle the errors of an application, by its options and the features of errors.
 *
 * @throws InvalidArgumentException on a format of no feature, and if `messages` is not a function.
 */
export function errorHandlingOf(
  options: Pick<RestModuleOptions, 'errors' | 'messages' | 'style'>,
  features: readonly Feature[],
): ErrorHandling {
  const words = features.find((feature) => feature.words !== undefined)?.words?.(options);
  return handleErrors(errorFormatOf(options, features), words);
}

/**
 * The format of errors that an application has chosen.
 *
 * @throws InvalidArgumentException if no feature has it.
 */
export function errorFormatOf(
  options: Pick<RestModuleOptions, 'errors' | 'style'>,
  features: readonly Feature[],
): ErrorFormat {
  const formats = [WORDPRESS_ERRORS, ...features.flatMap(({ errorFormat }) => errorFormat ?? [])];
  const stated: unknown = habit(options, 'errors');
  const expected = formats.map(({ name }) => `'${name}'`).join(' or ');
  return formats.find(({ name }) => name === stated) ?? rejectOption('errors', expected, stated);
}
