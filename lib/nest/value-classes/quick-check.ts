import { isThenable } from '../../shared/promises.js';
import type { Class } from '../../shared/records.js';
import type { ClassValidator, ValidatorConstraint, ValidatorRule } from './class-validator.js';

/**
 * Whether an instance satisfies its rules. `false` also if only class-validator can decide; then class-validator is
 * called, and its result counts.
 */
export type QuickCheck = (instance: object) => boolean;

interface QuickTest {
  readonly constraint: ValidatorConstraint;
  readonly each: boolean;
  readonly constraints: readonly unknown[];
}

interface QuickProperty {
  readonly name: string;
  /** `@IsOptional`. */
  readonly conditions: readonly ((instance: object, value: unknown) => unknown)[];
  readonly tests: readonly QuickTest[];
  /** `@ValidateNested`. */
  readonly isNested: boolean;
}

/**
 * Returns a function that calls the functions of the rules of a class, in order, as class-validator does, but without
 * its metadata, errors and promises of each property, which need many times as long as the functions. It is only for
 * classes whose rules are class-validator's own: a rule of the application may be asynchronous, and runs once.
 */
export function quickChecks(validator: ClassValidator): (type: unknown) => QuickCheck {
  const known = new Map<unknown, QuickCheck>();
  const checkOf = (type: unknown): QuickCheck => {
    const made = known.get(type) ?? createCheck(type, validator, checkOf);
    known.set(type, made);
    return made;
  };
  return checkOf;
}

function createCheck(
  type: unknown,
  validator: ClassValidator,
  checkOf: (type: unknown) => QuickCheck,
): QuickCheck {
  if (typeof type !== 'function') return () => false;
  const properties = readProperties(validator.rulesOf(type as Class), validator);
  if (properties === undefined) return () => false;
  const isValid = (value: unknown): boolean => {
    if (Array.isArray(value)) return value.every((one) => one === undefined || isValid(one));
    // As in class-validator, which rejects objects without a prototype.
    return value instanceof Object && checkOf(value.constructor)(value);
  };
  const isPropertyValid = (property: QuickProperty, instance: object): boolean => {
    const value = (instance as Readonly<Record<string, unknown>>)[property.name];
    if (!property.conditions.every((applies) => applies(instance, value))) return true;
    if (property.tests.length > 0 && !passes(property, instance, value)) return false;
    return !property.isNested || value === undefined || isValid(value);
  };
  return (instance) => {
    try {
      return properties.every((property) => isPropertyValid(property, instance));
    } catch {
      // class-validator runs the rule that throws again, and reports its error then.
      return false;
    }
  };
}

function passes({ name, tests }: QuickProperty, object: object, value: unknown): boolean {
  const targetName = object.constructor.name;
  // This uses loops and literals, because it runs for each rule of each element of a list.
  for (const { constraint, each, constraints } of tests) {
    const args = { targetName, property: name, object, value, constraints };
    if (!each || !Array.isArray(value)) {
      if (!holds(constraint.validate(value, args))) return false;
      continue;
    }
    for (const one of value) if (!holds(constraint.validate(one, args))) return false;
  }
  return true;
}

function holds(result: unknown): boolean {
  if (typeof result === 'boolean') return result;
  if (!isThenable(result)) return Boolean(result);
  // A rule of the application that has the name of another one: class-validator runs it again, and awaits it.
  result.then(undefined, () => undefined);
  return false;
}

/** The rules by property; `undefined` if class-validator must run them. */
function readProperties(
  rules: readonly ValidatorRule[],
  validator: ClassValidator,
): readonly QuickProperty[] | undefined {
  const properties = new Map<string, QuickProperty>();
  for (const rule of rules) {
    const { propertyName: name } = rule;
    const { conditions = [], tests = [], isNested = false } = properties.get(name) ?? {};
    if (rule.type === 'whitelistValidation') continue;
    if (rule.type === 'nestedValidation') {
      properties.set(name, { name, conditions, tests, isNested: true });
      continue;
    }
    const condition = rule.name === 'isOptional' ? rule.constraints?.[0] : undefined;
    if (typeof condition === 'function') {
      const more = [...conditions, condition as (instance: object, value: unknown) => unknown];
      properties.set(name, { name, conditions: more, tests, isNested });
      continue;
    }
    const found = rule.type === 'customValidation' ? validator.builtIn(rule) : undefined;
    if (found === undefined || rule.validateIf !== undefined) return undefined;
    const { each, constraints = [] } = rule;
    const more = found.map((constraint) => ({ constraint, each, constraints }));
    properties.set(name, { name, conditions, tests: [...tests, ...more], isNested });
  }
  return [...properties.values()];
}
