import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import { INVALID } from '../../schema/compile.js';
import {
  bindArgument,
  MISSING,
  refusedValue,
  type ArgumentSources,
} from '../arguments/bind-argument.js';
import type { Call } from '../request-context.js';
import { invalidArguments } from '../arguments/invalid-arguments.js';

/**
 * Finds, validates and sanitizes the arguments. Arguments that are missing are said before those
 * that are invalid, as on the host.
 */
export function bindStep(call: Call): RestException | undefined {
  const { arguments: definitions } = call.endpoint;
  const { sources, unreadable } = call;
  if (unreadable !== undefined) return unreadable;
  let isMissing = false;
  let isInvalid = false;
  const values = definitions.map((argument) => {
    const value = bindArgument(argument, sources);
    isMissing ||= value === MISSING;
    isInvalid ||= value === INVALID;
    return value;
  });
  if (isMissing) return missing(call, values);
  if (isInvalid) return invalid(call, values, sources);
  call.values = values;
  return undefined;
}

function missing(call: Call, values: readonly unknown[]): RestException {
  const names = call.endpoint.arguments
    .filter(({ position }) => values[position] === MISSING)
    .map(({ name }) => name);
  return httpError('rest_missing_callback_param', names.join(', '), { params: names });
}

function invalid(call: Call, values: readonly unknown[], sources: ArgumentSources): RestException {
  const refused = call.endpoint.arguments.filter(({ position }) => values[position] === INVALID);
  return invalidArguments(
    refused.map((argument) => ({
      name: argument.name,
      ...argument.validator.explain(refusedValue(argument, sources), argument.name),
    })),
  );
}
