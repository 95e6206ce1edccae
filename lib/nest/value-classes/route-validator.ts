import { Logger } from '@nestjs/common';
import type { EndpointPorts } from '../../lifecycle/request-context.js';
import type { ArgumentsDefinition } from '../../routes/definition/parameter-definition.js';
import { invalidArguments, type RejectedArgument } from '../../lifecycle/arguments/bind.js';
import type { Class } from '../../shared/records.js';
import { logError, logStack } from '../../shared/log-text.js';
import type { ValidationError } from '../../diagnostics/violations-of.js';
import type { ClassValidator } from './class-validator.js';

/**
 * Runs class-validator over the instances within arguments.
 *
 * @param args The arguments with instances of classes whose rules a schema cannot express, and those classes.
 * @param collected Parameters with `@Arguments()`: each property of their object is an argument.
 */
export function routeValidator(
  args: ReadonlyMap<string, readonly Class[]>,
  collected: readonly ArgumentsDefinition[],
  validator: ClassValidator,
): EndpointPorts['validate'] {
  if (args.size === 0 && collected.length === 0) return undefined;
  const logger = new Logger('RestModule');
  const check = checker(validator, (error, place) => {
    logger.warn(`A rule on ${place} threw: ${logStack(error) ?? logError(error)}`);
  });
  return async (context) => {
    const rejected: RejectedArgument[] = [];
    for (const [name, classes] of args) {
      const text = await firstRejection(context.arguments[name], name, classes, check);
      if (text !== undefined)
        rejected.push({ name, code: 'rest_invalid_param', message: `${text}.` });
    }
    for (const { collect, members } of collected) {
      for (const [property, text] of await check(collect(context.values))) {
        const name = property === '' ? (members[0]?.name ?? '') : property;
        // class-validator's own texts begin with the name of the property.
        const message = text.startsWith(`${name} `) ? `${text}.` : `${name}: ${text}.`;
        rejected.push({ name, code: 'rest_invalid_param', message });
      }
    }
    return rejected.length > 0 ? invalidArguments(rejected) : undefined;
  };
}

/**
 * Says what is wrong with an instance: a text for each property that is wrong. A rule that throws or rejects has not
 * passed. Rules are written for usual values: validator.js itself throws on a text such as "\ud800", which a client can
 * send. It is logged too, since it may be a bug.
 */
function checker(
  validator: ClassValidator,
  onThrown: (error: unknown, className: string) => void,
): (instance: object) => Promise<readonly (readonly [property: string, text: string])[]> {
  return async (instance) => {
    try {
      const errors = await validator.validate(instance);
      return errors.map((error) => [error.property, textOf(error)] as const);
    } catch (error) {
      onThrown(error, instance.constructor.name);
      return [['', 'it cannot be validated']];
    }
  };
}

/** Validates the instances within a value: of one that has rules, class-validator knows what is in it. */
async function firstRejection(
  value: unknown,
  place: string,
  classes: readonly Class[],
  check: ReturnType<typeof checker>,
): Promise<string | undefined> {
  if (typeof value !== 'object' || value === null) return undefined;
  if (classes.some((type) => value instanceof (type as unknown as new () => object))) {
    const [error] = await check(value);
    return error === undefined ? undefined : `${place}: ${error[1]}`;
  }
  const isList = Array.isArray(value);
  for (const [key, inner] of Object.entries(value)) {
    const within = isList ? `${place}[${key}]` : `${place}.${key}`;
    const text = await firstRejection(inner, within, classes, check);
    if (text !== undefined) return text;
  }
  return undefined;
}

function textOf({ constraints, children, property }: ValidationError): string {
  const own = Object.values(constraints ?? {}).join(', ');
  if (own !== '') return own;
  const [child] = children ?? [];
  return child === undefined ? `${property} is invalid` : `${property}: ${textOf(child)}`;
}
