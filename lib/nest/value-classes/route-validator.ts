import { Logger } from '@nestjs/common';
import type { EndpointPorts } from '../../pipeline/endpoint.js';
import { invalidArguments } from '../../pipeline/arguments/invalid-arguments.js';
import { logError, logStack } from '../../shared/log-text.js';
import type { ClassValidator, ValidatorError } from './class-validator-types.js';

/**
 * Runs class-validator over the elements of lists.
 *
 * @param names The arguments whose classes have rules that a schema cannot express.
 */
export function routeValidator(
  names: readonly string[],
  validator: ClassValidator,
): EndpointPorts['validate'] {
  if (names.length === 0) return undefined;
  const logger = new Logger('RestModule');
  const check = checker(validator, (error, place) => {
    logger.warn(`A rule on ${place} threw: ${logStack(error) ?? logError(error)}`);
  });
  return async (context) => {
    const rejected = [];
    for (const name of names) {
      const text = await firstRejection(name, context.arguments[name], check);
      if (text !== undefined)
        rejected.push({ name, code: 'rest_invalid_param' as const, message: text });
    }
    return rejected.length > 0 ? invalidArguments(rejected) : undefined;
  };
}

/** What is wrong with an instance, if anything is. */
type Check = (instance: object) => Promise<string | undefined>;

/**
 * A rule that throws or rejects has not passed. Rules are written for usual values: validator.js itself
 * throws on a text such as "\ud800", which a client can send. It is logged too, since it may be a bug.
 */
function checker(
  validator: ClassValidator,
  onThrown: (error: unknown, className: string) => void,
): Check {
  return async (instance) => {
    try {
      const [error] = await validator.validate(instance);
      return error === undefined ? undefined : textOf(error);
    } catch (error) {
      onThrown(error, instance.constructor.name);
      return 'it cannot be validated';
    }
  };
}

async function firstRejection(
  name: string,
  value: unknown,
  check: Check,
): Promise<string | undefined> {
  for (const [index, element] of (Array.isArray(value) ? value : []).entries()) {
    if (typeof element !== 'object' || element === null) continue;
    const text = await check(element as object);
    if (text !== undefined) return `${name}[${index}]: ${text}.`;
  }
  return undefined;
}

function textOf({ constraints, children, property }: ValidatorError): string {
  const own = Object.values(constraints ?? {}).join(', ');
  if (own !== '') return own;
  const [child] = children ?? [];
  return child === undefined ? `${property} is invalid` : `${property}: ${textOf(child)}`;
}
