import { Logger } from '@nestjs/common';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import { describeViolations } from '../../diagnostics/translate-error.js';
import type { FoundViolation } from '../../diagnostics/diagnostic.js';
import { flattenErrors, type ValidationError } from '../../diagnostics/violations-of.js';
import type { EndpointPorts, Outcome } from '../../lifecycle/endpoint.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import type {
  ArgumentDefinition,
  ArgumentsDefinition,
} from '../../routes/definition/parameter-definition.js';
import { isObject, type Class } from '../../shared/records.js';
import { logError, logStack } from '../../shared/log-text.js';
import type { ClassValidator, UnknownProperties } from './class-validator.js';

/** The parts of a route with classes that have rules. */
interface RuledParts {
  /** The arguments with instances of such classes. */
  readonly held: readonly ArgumentDefinition[];
  /** Parameters with `@Arguments()`: each property of their object is an argument. */
  readonly collected: readonly ArgumentsDefinition[];
  readonly rulesOf: (type: Class) => RuledClass | undefined;
  readonly validator: ClassValidator;
}

/** A class with rules. */
export interface RuledClass {
  /** The treatment of properties without a rule in objects that no schema describes. */
  readonly unknown: UnknownProperties;
  /** The properties with instances that class-validator does not validate: they lack `@ValidateNested`. */
  readonly inner: readonly string[];
}

/** Lets class-validator decide on the instances within arguments; `undefined` if there are none. */
export function routeValidator(parts: RuledParts): EndpointPorts['validate'] {
  const { held, collected } = parts;
  if (held.length === 0 && collected.length === 0) return undefined;
  const checks = createChecks(parts);
  const valuesIn = (context: RequestContext): readonly PlacedValue[] => [
    ...held.map(({ name }) => ({ place: name, value: context.arguments[name] })),
    ...collected.map(({ collect, members }) => ({
      place: '',
      value: collect(context.values),
      argument: members[0]?.name,
    })),
  ];
  return (context) => {
    const instances = valuesIn(context).flatMap((one) => instancesIn(one, checks));
    return instances.length === 0 ? undefined : validate(instances, checks);
  };
}

/** A value within the arguments. */
interface PlacedValue {
  /** `sizes[0]`; empty for the object of a parameter with `@Arguments()`. */
  readonly place: string;
  readonly value: unknown;
  /** The argument to name for a rule that throws, if the place is empty. */
  readonly argument?: string | undefined;
}

/** An instance of a class with rules. */
interface PlacedInstance extends PlacedValue {
  readonly value: object;
}

interface Checks {
  readonly rulesOf: (value: object) => RuledClass | undefined;
  readonly validate: (value: object) => Promise<readonly ValidationError[] | undefined>;
}

function createChecks({ rulesOf, validator }: RuledParts): Checks {
  const logger = new Logger('RestModule');
  const unknownIn = (value: object) => rulesOf(classOf(value))?.unknown ?? 'keep';
  return {
    rulesOf: (value) => rulesOf(classOf(value)),
    validate: async (value) => {
      try {
        return await validator.validate(value, unknownIn(value));
      } catch (error) {
        const reason = logStack(error) ?? logError(error);
        logger.warn(`A rule on ${classOf(value).name} threw: ${reason}`);
        return undefined;
      }
    },
  };
}

/** The class of a value; a client may send a property `constructor`. */
function classOf(value: object): Class {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (isObject(prototype) ? prototype.constructor : Object) as Class;
}

/** The instances with rules within a value: class-validator validates each with what `@ValidateNested` reaches. */
function instancesIn({ value, place, argument }: PlacedValue, checks: Checks): PlacedInstance[] {
  if (!isObject(value)) return [];
  const within = (name: string) => (place === '' ? name : `${place}.${name}`);
  if (Array.isArray(value)) {
    return value.flatMap((one: unknown, at) =>
      instancesIn({ value: one, place: `${place}[${at}]` }, checks),
    );
  }
  const ruled = checks.rulesOf(value);
  const names = ruled?.inner ?? Object.keys(value);
  const inner = names.flatMap((name) =>
    instancesIn({ value: Reflect.get(value, name), place: within(name) }, checks),
  );
  return ruled === undefined ? inner : [{ value, place, argument }, ...inner];
}

async function validate(instances: readonly PlacedInstance[], checks: Checks): Promise<Outcome> {
  const found: FoundViolation[] = [];
  for (const { place, value, argument } of instances) {
    const errors = await checks.validate(value);
    // Rules are written for usual values: validator.js itself throws on "\ud800", which a client can send.
    if (errors === undefined)
      found.push({ name: argument ?? place, message: 'cannot be validated' });
    else found.push(...violationsAt(place, errors));
  }
  return found.length === 0 ? undefined : invalidValues(found);
}

function violationsAt(
  place: string,
  errors: readonly ValidationError[],
): readonly FoundViolation[] {
  const within = (outer: string, { property }: ValidationError, { value }: ValidationError) =>
    Array.isArray(value) ? `${outer}[${property}]` : `${outer}.${property}`;
  const found = flattenErrors(errors, within);
  return place === ''
    ? found
    : found.map((one) => ({ ...one, name: `${place}.${one.name ?? ''}` }));
}

/** `rest_invalid_param`, with the texts of class-validator or the application. */
function invalidValues(found: readonly FoundViolation[]): RestException {
  const described = describeViolations(found);
  return httpError('rest_invalid_param', Object.keys(described.params).join(', '), {
    ...described,
  });
}
