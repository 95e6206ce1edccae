import { byName } from '../../schema/keywords/properties.keyword.js';
import { INVALID, compileSchema } from '../../schema/schema.js';
import { jsonAt } from '../../schema/shapes/shape.js';
import { put } from '../../schema/values/values.js';
import type { PropertySchema, ValueSchema } from '../../schema/vocabulary.js';
import { dataOfText, jsonTextOf } from '../../shared/json-text.js';
import { once } from '../../shared/promises.js';
import { isObject } from '../../shared/records.js';
import type { NamedSchema } from '../../types/response-schema.js';

/** Leaves out the properties of data that do not belong to a context. Data of a part are as `JSON.stringify` reads them. */
type Filter = (data: unknown, context: string) => unknown;

interface PropertyFilter {
  /** The contexts to which it belongs; `undefined` for all. */
  readonly contexts: ReadonlySet<string> | undefined;
  readonly filter: Filter | undefined;
}

const KEPT: PropertyFilter = { contexts: undefined, filter: undefined };

/** The filters of the objects around a part, by name: within itself, an object is described by its name only. */
type Outer = ReadonlyMap<string, () => Filter | undefined>;

/**
 * The filter of the data that a schema describes; `undefined` if no property of it states a context.
 *
 * @see WordPress, `rest_filter_response_by_context`
 */
export function contextFilter(named: NamedSchema): Filter | undefined {
  const filter = new Filters(named).of(named.schema, new Map());
  return filter && ((data, context) => filter(jsonAt(data, ''), context));
}

class Filters {
  /** By the name of a definition: an object may contain itself. */
  readonly #defined = new Map<string, () => Filter | undefined>();

  constructor(private readonly named: Pick<NamedSchema, 'names' | 'definitions'>) {}

  of(schema: ValueSchema, outer: Outer): Filter | undefined {
    const around = this.#around(schema, outer);
    if (around !== undefined) return (json, context) => filtered(around(), json, context);
    if (!this.#statesContext(schema, outer)) return undefined;
    const { $ref, anyOf, oneOf } = schema;
    const definition = $ref === undefined ? undefined : this.named.definitions.get($ref);
    if ($ref !== undefined && definition !== undefined) return this.#definition($ref, definition);
    const options = anyOf ?? oneOf;
    return options === undefined ? this.#value(schema, outer) : this.#choice(options, outer);
  }

  /** The filter of the object around a part that is only named. */
  #around(schema: ValueSchema, outer: Outer): (() => Filter | undefined) | undefined {
    const name = schema.properties === undefined ? this.named.names.get(schema) : undefined;
    return name === undefined ? undefined : outer.get(name);
  }

  #definition(name: string, schema: ValueSchema): Filter {
    const made = this.#defined.get(name) ?? once(() => this.of(schema, new Map()));
    this.#defined.set(name, made);
    return (json, context) => filtered(made(), json, context);
  }

  #value(schema: ValueSchema, outer: Outer): Filter {
    const name = this.named.names.get(schema);
    const filter: Filter = (json, context) => {
      if (!isObject(json)) return json;
      if (!Array.isArray(json)) return object(json, context);
      return list === undefined ? json : json.map((item, at) => list(jsonAt(item, at), context));
    };
    const within = name === undefined ? outer : new Map([...outer, [name, () => filter]]);
    const list = schema.items && this.of(schema.items, within);
    const object = this.#object(schema, within);
    return filter;
  }

  #object(schema: ValueSchema, outer: Outer): (json: object, context: string) => unknown {
    const filterOf = (property: PropertySchema): PropertyFilter => ({
      contexts: contextsOf(property),
      filter: this.of(property, outer),
    });
    const propertyOf = byName(schema, filterOf, KEPT, KEPT);
    return (json, context) => {
      const sent: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(json)) {
        const { contexts, filter } = propertyOf(name);
        if (contexts?.has(context) === false) continue;
        put(sent, name, filter === undefined ? value : filter(jsonAt(value, name), context));
      }
      return sent;
    };
  }

  /** By the first alternative that accepts the data. If none does, what any of them leaves out is left out. */
  #choice(options: readonly ValueSchema[], outer: Outer): Filter {
    const { definitions } = this.named;
    const choices = options.map((option) => ({
      validator: once(() => compileSchema(option, { definitions, engine: 'interpreted' })),
      filter: this.of(option, outer),
    }));
    return (json, context) => {
      const text = jsonTextOf(json);
      const data = text && dataOfText(text);
      const found = choices.find(({ validator }) => validator().parse(data) !== INVALID);
      const chosen = found === undefined ? choices : [found];
      return chosen.reduce((left, { filter }) => filtered(filter, left, context), json);
    };
  }

  #statesContext(schema: ValueSchema, outer: Outer, seen = new Set<string>()): boolean {
    if (this.#around(schema, outer) !== undefined) return true;
    const { $ref, properties = {}, patternProperties = {}, items, additionalProperties } = schema;
    const named = [...Object.values(properties), ...Object.values(patternProperties)];
    const isNew = $ref !== undefined && !seen.has($ref);
    const definition = isNew ? this.named.definitions.get($ref) : undefined;
    if (isNew) seen.add($ref);
    const nested = [
      ...named,
      ...(schema.anyOf ?? schema.oneOf ?? []),
      ...[items, additionalProperties, definition].filter((one) => typeof one === 'object'),
    ];
    return (
      named.some((property) => contextsOf(property) !== undefined) ||
      nested.some((one) => this.#statesContext(one, outer, seen))
    );
  }
}

function filtered(filter: Filter | undefined, json: unknown, context: string): unknown {
  return filter === undefined ? json : filter(json, context);
}

function contextsOf({ context }: ValueSchema): ReadonlySet<string> | undefined {
  return context === undefined || context.length === 0 ? undefined : new Set(context);
}
