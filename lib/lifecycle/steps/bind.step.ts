import type { RestException } from '../../diagnostics/rest.exception.js';
import { INVALID } from '../../schema/compile-schema.js';
import {
  bindArgument,
  MISSING,
  rejectedValue,
  type ArgumentSources,
  invalidArguments,
  missingArguments,
} from '../arguments/arguments.js';
import type { RequestContext } from '../request-context.js';

/**
 * Finds, validates and sanitizes the arguments. As in WordPress, missing arguments are reported before
 * invalid ones.
 */
export function bindStep(context: RequestContext): RestException | undefined {
  const { sources, unreadable } = context;
  if (unreadable !== undefined) return unreadable;
  let isMissing = false;
  let isInvalid = false;
  const values = context.endpoint.definition.arguments.map((argument) => {
    const value = bindArgument(argument, sources);
    isMissing ||= value === MISSING;
    isInvalid ||= value === INVALID;
    return value;
  });
  if (isMissing) return missing(context, values);
  if (isInvalid) return invalid(context, values, sources);
  context.values = values;
  return undefined;
}

function missing(context: RequestContext, values: readonly unknown[]): RestException {
  const names = context.endpoint.definition.arguments
    .filter(({ position }) => values[position] === MISSING)
    .map(({ name }) => name);
  return missingArguments(names);
}

function invalid(
  context: RequestContext,
  values: readonly unknown[],
  sources: ArgumentSources,
): RestException {
  const rejected = context.endpoint.definition.arguments.filter(
    ({ position }) => values[position] === INVALID,
  );
  return invalidArguments(
    rejected.map((argument) => ({
      name: argument.name,
      ...argument.validator.explain(rejectedValue(argument, sources), argument.name),
    })),
  );
}
