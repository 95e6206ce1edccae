import { propertiesOf, type Class } from '../decorators/metadata.js';
import type { EndpointPorts } from '../dispatch/endpoint.js';
import type { RouteDefinition } from '../routes/definition.js';
import type { Hydrate } from '../schema/compile.js';
import type { ClassHandle, ValueClassReader } from '../signature/declaration.js';

/** What is known of value classes: their properties, and how their instances are made. */
export interface ValueClasses {
  readonly read: ValueClassReader;
  instantiate(handle: ClassHandle): Hydrate;
  /** What a route's value classes want validated beyond their schema. */
  validator(route: RouteDefinition): EndpointPorts['validate'];
}

export async function loadValueClasses(): Promise<ValueClasses> {
  return {
    read: ({ ref }) => propertiesOf(ref as Class),
    instantiate:
      ({ ref }) =>
      (properties) =>
        Object.assign(new (ref as new () => object)(), properties),
    validator: () => undefined,
  };
}
