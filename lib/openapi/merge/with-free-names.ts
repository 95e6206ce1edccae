import type { OpenApiDocument } from '../document/open-api-types.js';

/** A document as plain data. */
export type Data = Readonly<Record<string, unknown>>;

/** The components of a document: `schemas`, `responses` and others, each by name. */
export type Components = Readonly<Record<string, Data>>;

/**
 * Renames the components of a document whose names another document uses for something else, and the
 * references to them.
 */
export function withFreeNames(own: OpenApiDocument, theirs: Components): OpenApiDocument {
  const references = new Map<string, string>();
  const components = Object.entries(own.components).map(([section, entries]) => {
    const names = freeNames(entries as Data, theirs[section] ?? {});
    const at = `#/components/${section}/`;
    for (const [name, free] of names) references.set(`${at}${name}`, `${at}${free}`);
    return [section, renameKeys(entries as Data, names)] as const;
  });
  const renamed = { ...own, components: Object.fromEntries(components) };
  return withReferences(renamed, references) as OpenApiDocument;
}

/** The name that each component gets: its own where that is free or stands for the same component. */
function freeNames(own: Data, taken: Data): ReadonlyMap<string, string> {
  const all = { ...own, ...taken };
  return new Map(
    Object.entries(own).map(([name, component]) => {
      const isFree = !Object.hasOwn(taken, name) || isSame(taken[name], component);
      return [name, isFree ? name : freeName(name, all)] as const;
    }),
  );
}

function renameKeys(entries: Data, names: ReadonlyMap<string, string>): Data {
  return Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [names.get(name) ?? name, entry]),
  );
}

function freeName(name: string, taken: Data): string {
  let free = `Rest${name}`;
  for (let count = 2; Object.hasOwn(taken, free); count += 1) free = `Rest${name}${count}`;
  return free;
}

function withReferences(value: unknown, references: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((inner) => withReferences(inner, references));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === '$ref' && typeof inner === 'string'
        ? (references.get(inner) ?? inner)
        : withReferences(inner, references),
    ]),
  );
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
