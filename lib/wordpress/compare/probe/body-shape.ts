/** The types of a JSON value and of what is in it; the values do not matter. */
export interface BodyShape {
  /** `null` says nothing about the type that a value has elsewhere. */
  readonly types: ReadonlySet<string>;
  /** Of an object. */
  readonly properties: ReadonlyMap<string, BodyShape>;
  /** Of a list, of all its items; `undefined` for an empty one. */
  readonly items: BodyShape | undefined;
}

const NOTHING: BodyShape = { types: new Set(), properties: new Map(), items: undefined };
/** What is deeper is not compared. */
const DEPTH = 20;

/** The shape of a value. PHP writes an empty object as an empty list, so neither has a type. */
export function shapeOf(value: unknown, depth = DEPTH): BodyShape {
  if (value === null || depth === 0) return NOTHING;
  if (Array.isArray(value)) return shapeOfList(value, depth);
  if (typeof value !== 'object') return { ...NOTHING, types: new Set([typeof value]) };
  const entries = Object.entries(value).map(
    ([name, inner]) => [name, shapeOf(inner, depth - 1)] as const,
  );
  if (entries.length === 0) return NOTHING;
  return { ...NOTHING, types: new Set(['object']), properties: new Map(entries) };
}

function shapeOfList(values: readonly unknown[], depth: number): BodyShape {
  if (values.length === 0) return NOTHING;
  const items = joined(values.map((value) => shapeOf(value, depth - 1)));
  return { ...NOTHING, types: new Set(['list']), items };
}

/** A shape that has what any of several has. */
function joined(shapes: readonly BodyShape[]): BodyShape {
  const byName = new Map<string, BodyShape[]>();
  for (const [name, inner] of shapes.flatMap(({ properties }) => [...properties])) {
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [inner]);
    else known.push(inner);
  }
  const items = shapes.flatMap((one) => one.items ?? []);
  return {
    types: new Set(shapes.flatMap(({ types }) => [...types])),
    properties: new Map([...byName].map(([name, all]) => [name, joined(all)] as const)),
    items: items.length === 0 ? undefined : joined(items),
  };
}
