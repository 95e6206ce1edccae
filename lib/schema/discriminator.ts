import { requiredNames } from './keywords/properties.keyword.js';
import type { ValueSchema } from './vocabulary.js';

/** A property that distinguishes objects by its literals: `kind` of `{ kind: 'seated' } | { kind: 'standing' }`. */
export interface Discriminator {
  readonly name: string;
  /** The schema of the property in each of the objects. */
  readonly schemas: readonly ValueSchema[];
  /** Whether each object must have it. */
  readonly isRequired: boolean;
}

/**
 * The first property whose values are literals in every one of these schemas of objects, and none of which several
 * allow; else the first whose literals differ at all. `undefined` if there is none.
 */
export function discriminatorOf(objects: readonly ValueSchema[]): Discriminator | undefined {
  const [first, ...others] = objects;
  if (first === undefined || others.length === 0) return undefined;
  const found = Object.keys(first.properties ?? {}).flatMap(
    (name) => literals(name, objects) ?? [],
  );
  return found.find(isUnambiguous) ?? found.find(({ schemas }) => differ(schemas));
}

/** Whether each literal belongs to one of the objects. */
export function isUnambiguous({ schemas }: Discriminator): boolean {
  const values = schemas.flatMap(({ enum: own = [] }) => own);
  return new Set(values).size === values.length;
}

function literals(name: string, objects: readonly ValueSchema[]): Discriminator | undefined {
  const schemas = objects.flatMap(({ properties = {} }) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return property !== undefined && areLiterals(property) ? [property] : [];
  });
  if (schemas.length < objects.length) return undefined;
  return { name, schemas, isRequired: objects.every((one) => requiredNames(one).includes(name)) };
}

function areLiterals({ type, enum: values = [] }: ValueSchema): boolean {
  const isScalar = type === 'string' || type === 'integer' || type === 'number';
  return isScalar && values.length > 0;
}

function differ(schemas: readonly ValueSchema[]): boolean {
  return new Set(schemas.map(({ enum: values }) => JSON.stringify(values))).size > 1;
}
