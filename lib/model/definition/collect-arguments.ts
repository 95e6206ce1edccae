import type { Hydrate } from '../../schema/schema.js';
import { put } from '../../schema/values/object-of.js';
import type { ArgumentDefinition } from './argument-definition.js';

/**
 * Makes the object of an `@Arguments()` parameter from the values of a route's arguments. An absent
 * argument is no property, so that the initializer of a class stays in force.
 *
 * @param toInstance Makes an instance of a class; without it the object stays plain.
 */
export function createCollector(
  args: readonly Pick<ArgumentDefinition, 'name' | 'position'>[],
  toInstance: Hydrate | undefined,
): (values: readonly unknown[]) => object {
  const collect = (values: readonly unknown[]): object => {
    const made: Record<string, unknown> = {};
    for (const { name, position } of args) {
      const value = values[position];
      if (value !== undefined) put(made, name, value);
    }
    return made;
  };
  return toInstance === undefined ? collect : (values) => toInstance(collect(values)) as object;
}
