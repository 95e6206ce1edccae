import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import type { UnknownArguments } from '../../pipeline/steps/unknown-arguments.step.js';
import type { RestModuleOptions } from './rest-options.js';

/** @throws InvalidArgumentException on any other value: a misspelt one must not let parameters pass. */
export function unknownArgumentsOf({
  unknownArguments = 'ignore',
}: RestModuleOptions): UnknownArguments {
  if (unknownArguments === 'ignore' || unknownArguments === 'refuse') return unknownArguments;
  throw new InvalidArgumentException(
    `RestModule: unknownArguments is 'ignore' or 'refuse', not ${JSON.stringify(unknownArguments)}.`,
  );
}
