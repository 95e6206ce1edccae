import type { Hydrate } from './keyword.js';
import { evaluate, whereAllowed } from './code.js';

/**
 * Makes instances of a class from sanitized properties: calls `new`, so that initializers set absent properties, then
 * sets the property of each of these names. A class field without an initializer is removed if it is not set:
 * `Object.assign(entity, dto)` must change only the properties of a request. The code is generated, because engines
 * set a literal name faster than `Object.assign` copies; if code generation is forbidden, `Object.assign` is used.
 *
 * @example
 * const hydrate = createInstantiator(OrderLine, ['sku', 'quantity']);
 * hydrate({ sku: 'a' }) // an OrderLine with its own default of quantity
 *
 * @param propertyOf The property of the class for a name.
 */
export function createInstantiator(
  type: new () => object,
  names: readonly string[],
  propertyOf: (name: string) => string = (name) => name,
): Hydrate {
  const properties = new Map(names.map((name) => [name, propertyOf(name)]));
  const known = [...properties];
  const assign: Hydrate = (sanitized) => {
    const values = sanitized as Readonly<Record<string, unknown>>;
    const given = known.filter(([name]) => Object.hasOwn(values, name));
    const own = Object.fromEntries(given.map(([name, property]) => [property, values[name]]));
    return withoutAbsent(Object.assign(new type(), own), [...properties.values()]);
  };
  // An inherited value is not a property, and a property must not set the prototype.
  if (known.flat().some((name) => name in Object.prototype)) return assign;
  const lines = known.map(([name, property], at) => {
    const key = JSON.stringify(property);
    return `const v${at} = properties[${JSON.stringify(name)}]; if (v${at} !== undefined) made[${key}] = v${at}; else if (made[${key}] === undefined) delete made[${key}];`;
  });
  const source = `"use strict"; return (properties) => { const made = new type(); ${lines.join(' ')} return made; };`;
  const hydrate = whereAllowed(() => evaluate(source, ['type'], [type]) as Hydrate);
  if (hydrate === undefined) return assign;
  return Object.assign(hydrate, { instance: { type, properties, hydrate } });
}

/** Removes own properties whose value is `undefined`, of all names or of some. */
export function withoutAbsent(
  instance: object,
  names: readonly string[] = Object.keys(instance),
): object {
  for (const name of names) {
    const isAbsent = Object.hasOwn(instance, name) && Reflect.get(instance, name) === undefined;
    if (isAbsent) Reflect.deleteProperty(instance, name);
  }
  return instance;
}
