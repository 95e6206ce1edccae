import type { Hydrate } from './keyword.js';
import { evaluate, whereAllowed } from './code.js';

/**
 * Makes instances of a class from sanitized properties: calls `new`, so that initializers set absent properties, then
 * sets each property of these names. A class field without an initializer is removed if it is not set:
 * `Object.assign(entity, dto)` must change only the properties of a request. The code is generated, because engines
 * set a literal name faster than `Object.assign` copies; if code generation is forbidden, `Object.assign` is used.
 *
 * @example
 * const hydrate = createInstantiator(OrderLine, ['sku', 'quantity']);
 * hydrate({ sku: 'a' }) // an OrderLine with its own default of quantity
 */
export function createInstantiator(type: new () => object, names: readonly string[]): Hydrate {
  const assign: Hydrate = (properties) => {
    const values = properties as Readonly<Record<string, unknown>>;
    const known = names.filter((name) => Object.hasOwn(values, name));
    const given = Object.fromEntries(known.map((name) => [name, values[name]]));
    return withoutAbsent(Object.assign(new type(), given), names);
  };
  // An inherited value is not a property, and a property must not set the prototype.
  if (names.some((name) => name in Object.prototype)) return assign;
  const lines = names.map((name, at) => {
    const key = JSON.stringify(name);
    return `const v${at} = properties[${key}]; if (v${at} !== undefined) made[${key}] = v${at}; else if (made[${key}] === undefined) delete made[${key}];`;
  });
  const source = `"use strict"; return (properties) => { const made = new type(); ${lines.join(' ')} return made; };`;
  const hydrate = whereAllowed(() => evaluate(source, ['type'], [type]) as Hydrate);
  if (hydrate === undefined) return assign;
  return Object.assign(hydrate, { instance: { type, names, hydrate } });
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
