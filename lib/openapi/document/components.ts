import { isObject } from '../../shared/records.js';
import type { JsonSchema } from './open-api-types.js';

/** Where a document uses a schema. */
export interface SchemaPlace {
  readonly isInRequest: boolean;
  /** `acme/v1`. */
  readonly namespace: string;
  /** `Items` of `ItemsController`. */
  readonly resource: string;
  /** `Items_list`. */
  readonly operation: string;
}

/** One of the schemas that have a title. */
interface Variant {
  readonly title: string;
  readonly id: string;
  readonly schema: JsonSchema;
  readonly text: string;
  readonly places: SchemaPlace[];
  /** The ids of the schemas that refer to it and to which it refers, itself included, by their titles. */
  readonly circle?: ReadonlyMap<string, string>;
}

const SCHEMAS = '#/components/schemas/';

/** No title has it, so that references by id are not references by name. */
const MARK = '~';

/** The mark of a reference to a schema of the same circle. */
const IN_CIRCLE = '~~';

/** They distinguish the schemas of one title; the first that does is used. */
const QUALIFIERS: readonly ((place: SchemaPlace) => string)[] = [
  ({ resource }) => resource,
  ({ namespace }) => namespace,
  ({ operation }) => operation,
  ({ namespace, operation }) => `${namespace}_${operation}`,
];

/**
 * Collects named schemas, so that a document contains each of them once. Their names are chosen when all are known, by
 * what they are and where they are used, so that they do not depend on the order of the routes.
 */
export class SchemaComponents {
  readonly #byTitle = new Map<string, Variant[]>();
  readonly #circles = new Map<string, ReadonlyMap<string, Variant>>();

  /** @param own The schemas of the library itself, whose names no other schema gets. */
  constructor(private readonly own: Readonly<Record<string, JsonSchema>>) {}

  /** Adds a schema, and returns a reference to it, which `nameReferences` makes a reference by name. */
  add(title: string, schema: JsonSchema, place: SchemaPlace): JsonSchema {
    const name = safeName(title);
    const variants = this.#byTitle.get(name) ?? [];
    this.#byTitle.set(name, variants);
    const text = JSON.stringify(schema);
    const known = variants.find((variant) => variant.text === text);
    const id = `${name}${MARK}${variants.length}`;
    const variant = known ?? { title: name, id, schema, text, places: [] };
    if (known === undefined) variants.push(variant);
    variant.places.push(place);
    return reference(variant.id);
  }

  /**
   * Adds schemas that refer to each other by `inCircle`, together: a schema with the same text may be another one, if
   * those to which it refers are others.
   *
   * @returns The reference to the schema of a title.
   */
  addCircle(
    circle: ReadonlyMap<string, JsonSchema>,
    place: SchemaPlace,
  ): (title: string) => JsonSchema {
    const text = JSON.stringify([...circle].toSorted(([a], [b]) => compareTexts(a, b)));
    const known = this.#circles.get(text) ?? this.#createCircle(circle, text);
    this.#circles.set(text, known);
    for (const variant of known.values()) variant.places.push(place);
    return (title) => reference(known.get(title)?.id ?? title);
  }

  #createCircle(
    circle: ReadonlyMap<string, JsonSchema>,
    text: string,
  ): ReadonlyMap<string, Variant> {
    const ids = new Map<string, string>();
    const created = new Map<string, Variant>();
    for (const [title, schema] of circle) {
      const name = safeName(title);
      const variants = this.#byTitle.get(name) ?? [];
      this.#byTitle.set(name, variants);
      const id = `${name}${MARK}${variants.length}`;
      ids.set(name, id);
      const variant = {
        title: name,
        id,
        schema,
        text: `${name} of ${text}`,
        places: [],
        circle: ids,
      };
      variants.push(variant);
      created.set(title, variant);
    }
    return created;
  }

  static inCircle(title: string): JsonSchema {
    return reference(`${safeName(title)}${IN_CIRCLE}`);
  }

  /** The schema within which it is: a recursive one refers to itself. */
  static within(title: string): JsonSchema {
    return reference(`${safeName(title)}${MARK}`);
  }

  /** The schemas by name, and a document whose references are by name. */
  nameReferences<Content>(content: Content): {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly content: Content;
  } {
    const names = this.#names();
    const nameOf = (id: string, inside?: Variant): string => {
      if (!id.endsWith(MARK)) return names.get(id) ?? id;
      const circle = id.endsWith(IN_CIRCLE) ? inside?.circle : undefined;
      const found = circle?.get(id.slice(0, -IN_CIRCLE.length));
      return names.get(found ?? this.#outer(id.slice(0, -MARK.length), inside)) ?? id;
    };
    const schemas = [...this.#byTitle.values()].flat().map((variant) => {
      const schema = withReferences(variant.schema, (id) => nameOf(id, variant)) as JsonSchema;
      return [nameOf(variant.id), schema] as const;
    });
    const named = withReferences(content, (id) => nameOf(id)) as Content;
    return { schemas: { ...this.own, ...Object.fromEntries(schemas) }, content: named };
  }

  /** The id of the schema of a title that contains another one, or is it. */
  #outer(title: string, inside: Variant | undefined): string {
    const variants = this.#byTitle.get(title) ?? [];
    const found =
      variants.find((variant) => variant === inside) ??
      variants.find((variant) => inside !== undefined && this.#holds(variant, inside.id));
    return (found ?? variants[0])?.id ?? title;
  }

  #holds(variant: Variant, id: string, seen = new Set<string>()): boolean {
    if (seen.has(variant.id)) return false;
    seen.add(variant.id);
    const held = referencesIn(variant.schema);
    if (held.has(id)) return true;
    return [...this.#byTitle.values()]
      .flat()
      .some((other) => held.has(other.id) && this.#holds(other, id, seen));
  }

  /** The name of each schema by its id. */
  #names(): ReadonlyMap<string, string> {
    const own = new Set(Object.keys(this.own));
    const taken = new Set([...own, ...this.#byTitle.keys()]);
    const names = new Map<string, string>();
    const titles = [...this.#byTitle].toSorted(([a], [b]) => compareTexts(a, b));
    for (const [title, variants] of titles) {
      const isInput = ({ places }: Variant) => places.every(({ isInRequest }) => isInRequest);
      const others = variants.filter((variant) => !isInput(variant));
      const inputs = variants.filter(isInput);
      const inputTitle = others.length === 0 ? title : `${title}Input`;
      nameGroup(others, title, { own, taken, names });
      nameGroup(inputs, inputTitle, { own, taken, names });
    }
    return names;
  }
}

interface Naming {
  readonly own: ReadonlySet<string>;
  readonly taken: Set<string>;
  readonly names: Map<string, string>;
}

function nameGroup(group: readonly Variant[], title: string, naming: Naming): void {
  const { own, taken, names } = naming;
  const isFree = (name: string, variant: Variant) =>
    !taken.has(name) || (name === variant.title && !own.has(name));
  const candidates = [
    ...(group.length === 1 ? [group.map(() => title)] : []),
    ...QUALIFIERS.map((qualify) => group.map((variant) => `${firstOf(variant, qualify)}_${title}`)),
  ].map((all) => all.map(safeName));
  const found = candidates.find(
    (all) =>
      new Set(all).size === group.length &&
      all.every((name, at) => group[at] !== undefined && isFree(name, group[at])),
  );
  const named = found ?? numbered(group, title, naming);
  for (const [at, { id }] of group.entries()) {
    const name = named[at] ?? title;
    taken.add(name);
    names.set(id, name);
  }
}

function firstOf({ places }: Variant, qualify: (place: SchemaPlace) => string): string {
  return places.map((place) => qualify(place)).toSorted(compareTexts)[0] ?? '';
}

/** Only their content distinguishes them. */
function numbered(
  group: readonly Variant[],
  title: string,
  { own, taken }: Naming,
): readonly string[] {
  const texts = group.map(({ text }) => text);
  const sorted = texts.toSorted(compareTexts);
  const free = own.has(title) ? [] : [title];
  for (let count = 2; free.length < group.length; count += 1) {
    if (!taken.has(`${title}${count}`)) free.push(`${title}${count}`);
  }
  return texts.map((text) => free[sorted.indexOf(text)] ?? title);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** A copy whose references to schemas have other names. */
function withReferences(value: unknown, nameOf: (id: string) => string): unknown {
  if (Array.isArray(value)) return value.map((nested) => withReferences(nested, nameOf));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, nested]: [string, unknown]) => {
      if (name === 'mapping') return [name, withReferencesIn(nested, nameOf)];
      const id = name === '$ref' ? schemaIdOf(nested) : undefined;
      return [name, id === undefined ? withReferences(nested, nameOf) : `${SCHEMAS}${nameOf(id)}`];
    }),
  );
}

/** The mapping of a discriminator has references as texts. A property may have this name too. */
function withReferencesIn(mapping: unknown, nameOf: (id: string) => string): unknown {
  if (!isObject(mapping)) return withReferences(mapping, nameOf);
  const entries = Object.entries(mapping).map(([value, target]: [string, unknown]) => {
    const id = schemaIdOf(target);
    return [
      value,
      id === undefined ? withReferences(target, nameOf) : `${SCHEMAS}${nameOf(id)}`,
    ] as const;
  });
  return Object.fromEntries(entries);
}

function referencesIn(schema: JsonSchema): ReadonlySet<string> {
  const found = new Set<string>();
  withReferences(schema, (id) => {
    found.add(id);
    return id;
  });
  return found;
}

function schemaIdOf(target: unknown): string | undefined {
  return typeof target === 'string' && target.startsWith(SCHEMAS)
    ? target.slice(SCHEMAS.length)
    : undefined;
}

export function reference(name: string): JsonSchema {
  return { $ref: `${SCHEMAS}${name}` };
}

export function safeName(text: string): string {
  return text.replaceAll(/[^\w.-]/g, '_');
}
