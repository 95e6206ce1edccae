import {
  missingProperty,
  notInEnum,
  propertyPlace,
  wrongType,
  noMatchingSchema,
  severalMatchingSchemas,
  type Violation,
} from '../messages.js';
import {
  beforeHydration,
  firstViolation,
  type Explain,
  type Hydrations,
  type NestedFunctions,
} from './keyword.js';
import { discriminatorOf, type Discriminator } from '../discriminator.js';
import { combinationOf, type SchemaCombination, isCombined } from '../keywords/combination.js';
import {
  type ValueSchema,
  acceptsNull,
  hasTypeChoice,
  isNullable,
  typesOf,
  baseType,
} from '../vocabulary.js';
import { bestType, listOf, objectOf, INVALID } from '../values/values.js';
import { objectLimits } from '../types/object.type.js';
import { Attempts } from './attempts.js';
import { interpret, interpretCombination } from './interpreted.js';
import { enumOf, nodeEnum, nodeType } from './node-type.js';
import { alternativeFilter, isListOnly } from './alternative-filter.js';

function nestedFunctions(attempts: Attempts, hydrations: Hydrations): NestedFunctions {
  const nested: NestedFunctions = {
    explain: (schema, value, place) => explainInside(schema, value, place, nested),
    build: (schema) => interpret(schema, hydrations, attempts),
    attempts,
    hydrations,
  };
  return nested;
}

/**
 * The first reason to reject a value, in WordPress's order of checks; `undefined` for an accepted value. Checks the
 * value a second time, so that accepted values do not pay for the search for a reason.
 *
 * @param hydrations Those that may reject a value.
 */
export function explainNode(
  schema: ValueSchema,
  value: unknown,
  place: string,
  attempts = new Attempts(),
  hydrations: Hydrations = new Map(),
): Violation | undefined {
  return explainInside(schema, value, place, nestedFunctions(attempts, hydrations));
}

function explainInside(
  schema: ValueSchema,
  value: unknown,
  place: string,
  nested: NestedFunctions,
): Violation | undefined {
  const combination = combinationOf(schema);
  if (combination !== undefined) {
    const violation = explainCombination(combination, value, place, nested);
    return violation ?? explainEnum(enumOf(schema), schema, value, place, nested);
  }
  if (hasTypeChoice(schema)) return explainTypes(schema, value, place, nested);
  if (value === null && isNullable(schema)) {
    return acceptsNull(schema) ? undefined : notInEnum(place, schema.enum ?? []);
  }
  const definition = nested.attempts.definitionOf(schema);
  if (definition !== undefined) return explainReference(schema, definition, value, place, nested);
  const hydrate = nested.hydrations.get(schema);
  const own = beforeHydration(schema, hydrate);
  const read = baseType(own) === 'array' ? nested.attempts.listIn(value) : value;
  return (
    nodeType(own, nested.attempts).explain(own, read, place, nested) ??
    explainEnum(nodeEnum(own), own, read, place, nested) ??
    hydrate?.explain?.(read, place)
  );
}

function explainReference(
  schema: ValueSchema,
  definition: ValueSchema,
  value: unknown,
  place: string,
  nested: NestedFunctions,
): Violation | undefined {
  const object = objectOf(value);
  return (
    nested.explain(definition, value, place) ??
    (object && firstViolation(objectLimits(schema), object, place))
  );
}

function explainTypes(
  schema: ValueSchema,
  value: unknown,
  place: string,
  nested: NestedFunctions,
): Violation | undefined {
  const type = bestType(value, typesOf(schema), nested.attempts.objects);
  if (type === undefined) return wrongType(place, schema);
  return nested.explain({ ...schema, type }, value, place);
}

/** The enum applies to the sanitized value. */
function explainEnum(
  rules: ReturnType<typeof enumOf>,
  { enum: _enum, ...schema }: ValueSchema,
  value: unknown,
  place: string,
  nested: NestedFunctions,
): Violation | undefined {
  if (rules.length === 0) return undefined;
  return firstViolation(rules, nested.build(schema)(value), place);
}

/** Why `anyOf` or `oneOf`, or the rest of the schema, rejects a value. */
function explainCombination(
  combination: SchemaCombination,
  value: unknown,
  place: string,
  nested: NestedFunctions,
): Violation | undefined {
  const { quantity, alternatives, others } = combination;
  if (nested.attempts.isExhausted || !nested.attempts.take(nested.attempts.partsOf(value))) {
    return noMatchingSchema(place, titlesOf(alternatives));
  }
  const mayAccept = alternativeFilter(
    { ...combination, others: [] },
    nested.build,
    nested.attempts,
  )(value);
  const matching: ValueSchema[] = [];
  for (const [at, one] of alternatives.entries()) {
    if (!mayAccept(at)) continue;
    const read = isListOnly(one) ? nested.attempts.listIn(value) : value;
    if (nested.build(one)(read) === INVALID) continue;
    matching.push(one);
    // More of them would not change the message.
    if (quantity === 'anyOf' || (matching.length > 1 && titlesOf(matching).length === 0)) break;
  }
  if (nested.attempts.isExhausted) return noMatchingSchema(place, titlesOf(alternatives));
  const [first] = matching;
  if (first === undefined) {
    const reason = reasonOf(alternatives, value, place, nested);
    return noMatchingSchema(place, titlesOf(alternatives), reason);
  }
  if (quantity === 'oneOf' && matching.length > 1) {
    return severalMatchingSchemas(place, titlesOf(matching));
  }
  const other = others[alternatives.indexOf(first)];
  const violation = other && nested.explain(other, value, place);
  if (violation !== undefined) return violation;
  return explainRepeated(combination, value, place, nested);
}

/** Explains a value that does not match any more after the alternative has sanitized it. */
function explainRepeated(
  combination: SchemaCombination,
  value: unknown,
  place: string,
  { build, attempts }: NestedFunctions,
): Violation | undefined {
  const isRejected = interpretCombination(combination, build, attempts)(value) === INVALID;
  return isRejected ? noMatchingSchema(place, titlesOf(combination.alternatives)) : undefined;
}

/** The titles of schemas, if all have one. */
function titlesOf(schemas: readonly ValueSchema[]): readonly string[] {
  const titles = schemas.flatMap(({ title }) => title ?? []);
  return titles.length === schemas.length ? titles : [];
}

/** Why all alternatives reject a value; `undefined` if several fit it equally. */
function reasonOf(
  alternatives: readonly ValueSchema[],
  value: unknown,
  place: string,
  nested: NestedFunctions,
): Violation | undefined {
  return (
    reasonByLiterals(alternatives, value, place, nested) ??
    reasonByFit(alternatives, value, place, nested.explain)
  );
}

/**
 * Why an object is rejected that a literal assigns to some of the alternatives: their reason. If its value is none of
 * the literals, that is the reason. `undefined` if no literal distinguishes the alternatives.
 */
function reasonByLiterals(
  alternatives: readonly ValueSchema[],
  value: unknown,
  place: string,
  nested: NestedFunctions,
): Violation | undefined {
  const object = Array.isArray(value) ? undefined : objectOf(value);
  if (object === undefined) return undefined;
  const objects = alternatives
    .map((one) => nested.attempts.definitionOf(one) ?? one)
    .filter((one) => baseType(one) === 'object');
  const found = discriminatorOf(objects);
  if (found === undefined) return undefined;
  const { name, schemas, isRequired } = found;
  if (!Object.hasOwn(object, name)) return isRequired ? missingProperty(place, name) : undefined;
  const chosen = objects.filter((_one, at) => {
    const schema = schemas[at];
    return schema !== undefined && nested.build(schema)(object[name]) !== INVALID;
  });
  if (chosen.length === objects.length) return undefined;
  if (chosen.length > 0) return reasonOf(chosen, value, place, nested);
  return noLiteral(found, object[name], propertyPlace(place, name), nested);
}

/** The violation of a value that is none of the literals of a discriminator, or of another type. */
function noLiteral(
  { schemas }: Discriminator,
  value: unknown,
  place: string,
  { explain }: NestedFunctions,
): Violation {
  const types = new Set(schemas.flatMap(typesOf));
  const [type] = types;
  const wrong =
    types.size === 1 && type !== undefined ? explain({ type }, value, place) : undefined;
  const values = new Set(schemas.flatMap((schema) => schema.enum ?? []));
  return wrong ?? notInEnum(place, [...values]);
}

/**
 * Why the alternative that fits a value best rejects it; `undefined` if several fit equally. An alternative of
 * another type does not fit; among objects, the one with the most properties in common fits best. All alternatives
 * reject the value.
 *
 * Only the best alternative is explained, if types suffice to find it: otherwise a large value would be read once for
 * each alternative.
 *
 * @see WordPress, `rest_get_combining_operation_error`
 */
function reasonByFit(
  alternatives: readonly ValueSchema[],
  value: unknown,
  place: string,
  explain: Explain,
): Violation | undefined {
  const rejected = alternatives.map((schema): Rejected => {
    let violation: { readonly found: Violation | undefined } | undefined;
    return {
      schema,
      explain: () => (violation ??= { found: explain(schema, value, place) }).found,
    };
  });
  if (rejected.length === 1) return rejected[0]?.explain();
  let list: { readonly is: boolean } | undefined;
  const isList = () =>
    (list ??= { is: typeof value === 'string' || listOf(value) !== undefined }).is;
  const fitting = rejected.filter((one) => fits(one, value, place, isList));
  if (fitting.length === 1) return fitting[0]?.explain();
  if (fitting.length === 0) return notOfAnyType(alternatives, place);
  return mostCommon(fitting, value)?.explain();
}

/** The violation of a value that is of the type of no alternative, if objects without titles are among them. */
function notOfAnyType(alternatives: readonly ValueSchema[], place: string): Violation | undefined {
  const types = alternatives.map((one) => (isCombined(one) ? [] : typesOf(one)));
  const isStated = types.every((own) => own.length > 0) && types.flat().includes('object');
  if (!isStated || titlesOf(alternatives).length > 0) return undefined;
  return wrongType(place, { type: [...new Set(types.flat())] });
}

interface Rejected {
  readonly schema: ValueSchema;
  readonly explain: () => Violation | undefined;
}

/** Whether the value itself is of the type of an alternative; its parts may be of another. */
function fits(
  { schema, explain }: Rejected,
  value: unknown,
  place: string,
  isList: () => boolean,
): boolean {
  const type = isCombined(schema) ? undefined : baseType(schema);
  // `null` is of another type, or not in the enum.
  if (type === 'object' && value !== null) return objectOf(value) !== undefined;
  if (type === 'array' && value !== null) return isList();
  const violation = explain();
  return violation !== undefined && !isOfOtherType(violation, place);
}

/** Whether the value itself, not one within it, is of another type. */
function isOfOtherType({ code, message }: Violation, place: string): boolean {
  return code === 'rest_invalid_type' && message.startsWith(`${place} `);
}

function mostCommon(rejected: readonly Rejected[], value: unknown): Rejected | undefined {
  const object = objectOf(value);
  const [first] = rejected;
  if (object === undefined || first === undefined || !isObjectSchema(first.schema))
    return undefined;
  let best: Rejected | undefined;
  let most = 0;
  for (const one of rejected) {
    const names = Object.keys(one.schema.properties ?? {});
    const common = names.filter((name) => Object.hasOwn(object, name)).length;
    if (common > most) [best, most] = [one, common];
  }
  return best;
}

function isObjectSchema(schema: ValueSchema): boolean {
  return !hasTypeChoice(schema) && typesOf(schema)[0] === 'object';
}
