import type { Hydrate } from './keyword.js';
import { evaluate, whereAllowed } from './code.js';

/**
 * Makes instances of a class from sanitized properties: calls `new`, so that initializers set what is
 * absent, then sets each property of these names. The code is generated, because engines set a literal name faster than
 * `Object.assign` copies; where code generation is forbidden, `Object.assign` is used.
 *
 * @example
 * const hydrate = createInstantiator(OrderLine, ['sku', 'quantity']);
 * hydrate({ sku: 'a' }) // an OrderLine with its own default of quantity
 */
export function createInstantiator(type: new () => object, names: readonly string[]): Hydrate {
  const assign: Hydrate = (properties) => {
    const values = properties as Readonly<Record<string, unknown>>;
    const known = names.filter((name) => Object.hasOwn(values, name));
    return Object.assign(new type(), Object.fromEntries(known.map((name) => [name, values[name]])));
  };
  // An inherited value must not be taken for a property, nor a property for the prototype.
  if (names.some((name) => name in Object.prototype)) return assign;
  const lines = names.map((name, at) => {
    const key = JSON.stringify(name);
    return `const v${at} = properties[${key}]; if (v${at} !== undefined) made[${key}] = v${at};`;
  });
  const source = `"use strict"; return (properties) => { const made = new type(); ${lines.join(' ')} return made; };`;
  const hydrate = whereAllowed(() => evaluate(source, ['type'], [type]) as Hydrate);
  if (hydrate === undefined) return assign;
  return Object.assign(hydrate, { instance: { type, names, hydrate } });
}
