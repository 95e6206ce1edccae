import { Logger } from '@nestjs/common';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import { describeViolations } from '../../diagnostics/translate-error.js';
import type { FoundViolation } from '../../diagnostics/diagnostic.js';
import {
  flattenErrors,
  LISTED_ERRORS,
  listErrors,
  namesOf,
  totalIn,
  type ListedErrors,
  type ValidationError,
} from '../../diagnostics/violations-of.js';
import type { EndpointPorts, Outcome } from '../../lifecycle/endpoint.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import type { Wording } from '../../nest/doors.js';
import type {
  ArgumentDefinition,
  ArgumentsDefinition,
} from '../../routes/definition/parameter-definition.js';
import { isObject, type Class } from '../../shared/records.js';
import { because, reportError } from '../../shared/report-error.js';
import type { ClassValidator, UnknownProperties } from './class-validator.js';

/** The arguments of a route that contain classes with rules. */
interface RuledArguments {
  /** The arguments with instances of such classes. */
  readonly held: readonly ArgumentDefinition[];
  /** Parameters with `@Arguments()`: each property of their object is an argument. */
  readonly collected: readonly ArgumentsDefinition[];
  readonly rulesOf: (type: Class) => RuledClass | undefined;
  /** The name that a property of a class has in requests. */
  readonly nameIn: (type: Class, property: string) => RequestName | undefined;
  readonly validator: ClassValidator;
  readonly wording: () => Wording;
}

/** The name of a property in requests. */
interface RequestName {
  readonly name: string;
  /** Whether texts of class-validator have it too, in place of the property. */
  readonly isInText: boolean;
}

/** A class with rules. */
export interface RuledClass {
  /** The treatment of properties without a rule in objects that no schema describes. */
  readonly unknown: UnknownProperties;
  /** The properties with instances that class-validator does not validate: they lack `@ValidateNested`. */
  readonly unvalidated: readonly string[];
}

/** Lets class-validator decide on the instances within arguments; `undefined` if there are none. */
export function routeValidator(ruled: RuledArguments): EndpointPorts['validate'] {
  const { held, collected } = ruled;
  if (held.length === 0 && collected.length === 0) return undefined;
  const checks = createChecks(ruled);
  const wording = ruled.wording();
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
    return instances.length === 0 ? undefined : validate(instances, checks, wording);
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
  readonly nameIn: (value: object, property: string) => RequestName | undefined;
  readonly validate: (value: object) => Promise<readonly ValidationError[] | undefined>;
}

function createChecks({ rulesOf, nameIn, validator }: RuledArguments): Checks {
  const logger = new Logger('RestModule');
  const unknownIn = (value: object) => rulesOf(classOf(value))?.unknown ?? 'keep';
  return {
    rulesOf: (value) => rulesOf(classOf(value)),
    nameIn: (value, property) => nameIn(classOf(value), property),
    validate: async (value) => {
      try {
        return await validator.validate(value, unknownIn(value));
      } catch (error) {
        reportError(logger, because(`A rule on ${classOf(value).name} threw.`, error), 'warn');
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
  const names = ruled?.unvalidated ?? Object.keys(value);
  const nested = names.flatMap((name) =>
    instancesIn(
      { value: Reflect.get(value, name), place: within(checks.nameIn(value, name)?.name ?? name) },
      checks,
    ),
  );
  return ruled === undefined ? nested : [{ value, place, argument }, ...nested];
}

async function validate(
  instances: readonly PlacedInstance[],
  checks: Checks,
  wording: Wording,
): Promise<Outcome> {
  const found: FoundViolation[] = [];
  let total = 0;
  for (const { place, value, argument } of instances) {
    const errors = await checks.validate(value);
    // Rules are written for usual values: validator.js itself throws on "\ud800", which a client can send.
    const added =
      errors === undefined
        ? listErrors([{ name: argument ?? place, message: 'cannot be validated' }])
        : violationsAt(place, errors, checks);
    total += added.total;
    found.push(...added.listed.slice(0, LISTED_ERRORS - found.length));
  }
  if (total === 0) return undefined;
  return invalidValues({ listed: await Promise.all(found.map(wording)), total });
}

function violationsAt(
  place: string,
  errors: readonly ValidationError[],
  { nameIn }: Checks,
): ListedErrors<FoundViolation> {
  const known = ({ property, target }: ValidationError) =>
    isObject(target) ? nameIn(target, property) : undefined;
  const { listed, total } = flattenErrors(errors, {
    nameOf: (error, outer, parent) => {
      const name = known(error)?.name ?? error.property;
      if (outer === undefined) return name;
      return Array.isArray(parent?.value) ? `${outer}[${name}]` : `${outer}.${name}`;
    },
    textOf: (text, error) => {
      const { name, isInText = false } = known(error) ?? {};
      return name !== undefined && isInText ? withName(text, error.property, name) : text;
    },
  });
  const isPlaced = place !== '';
  const placed = listed.map((one) => ({ ...one, name: `${place}.${one.name ?? ''}` }));
  return { listed: isPlaced ? placed : listed, total };
}

/** The text of a rule begins with the property, or with a few words before it. */
const BEFORE_PROPERTY = /^(?:each value in )?(?:nested property )?/;

function withName(text: string, property: string, name: string): string {
  const [opening = ''] = BEFORE_PROPERTY.exec(text) ?? [];
  const rest = text.slice(opening.length);
  return rest.startsWith(`${property} `) ? `${opening}${name}${rest.slice(property.length)}` : text;
}

/** `rest_invalid_param`, with the texts of class-validator or the application. */
function invalidValues({ listed, total }: ListedErrors<FoundViolation>): RestException {
  const described = describeViolations(listed);
  const names = namesOf(Object.keys(described.params), total);
  return httpError('rest_invalid_param', names, { ...described, ...totalIn(total) });
}
