import type { JsonObject } from '../shared/records.js';
import type { OpenApiDocument } from './document/open-api-types.js';

/** The components of a document: `schemas`, `responses` and others, each by name. */
type Components = Readonly<Record<string, JsonObject>>;

/** Any document of OpenAPI 3, with the parts that merging reads. `SwaggerModule.createDocument` makes one. */
export interface MergeableDocument {
  readonly openapi: string;
  readonly paths?: object;
  readonly components?: object;
  readonly tags?: readonly { readonly name: string }[];
}

/**
 * Adds the routes of this library to another document of the application, such as that of `@nestjs/swagger`. A
 * component of this library whose name is taken gets another name. The result is OpenAPI 3.1; `nullable` of OpenAPI
 * 3.0 is translated.
 *
 * @example
 * const document = SwaggerModule.createDocument(app, config);
 * const own = openApiDocument(await app.get(RestRoutes).list());
 * SwaggerModule.setup('docs', app, mergeOpenApi(document, own));
 */
export function mergeOpenApi<Document extends MergeableDocument>(
  document: Document,
  own: OpenApiDocument,
): Document {
  // Of any version: @nestjs/swagger 11 writes "nullable" in documents of 3.1 too.
  const theirs = withoutNullable(document) as Document;
  const components = (theirs.components ?? {}) as Components;
  const free = withFreeNames(own, components);
  const { tags = [] } = theirs;
  return {
    ...theirs,
    openapi: own.openapi,
    paths: mergePaths((theirs.paths ?? {}) as JsonObject, free.paths),
    components: mergeSections(components, free.components as unknown as Components),
    tags: [...tags, ...free.tags.filter(({ name }) => !tags.some((tag) => tag.name === name))],
  };
}

function mergePaths(theirs: JsonObject, own: JsonObject): JsonObject {
  const merged: Record<string, unknown> = { ...theirs };
  for (const [path, item] of Object.entries(own)) {
    merged[path] = { ...(merged[path] as object | undefined), ...(item as object) };
  }
  return merged;
}

function mergeSections(theirs: Components, own: Components): JsonObject {
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(own)])];
  return Object.fromEntries(names.map((name) => [name, { ...own[name], ...theirs[name] }]));
}

/** Translates `{ type: 'string', nullable: true }` of OpenAPI 3.0 to `{ type: ['string', 'null'] }` of 3.1. */
function withoutNullable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNullable);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([name, nested]) => [name, withoutNullable(nested)]),
  );
  if (copy['nullable'] !== true) return copy;
  const { nullable: _nullable, type, ...rest } = copy;
  return type === undefined
    ? { anyOf: [rest, { type: 'null' }] }
    : { ...rest, type: [type, 'null'].flat() };
}

/**
 * Renames the components of a document whose names another document uses for something else, and the
 * references to them.
 */
function withFreeNames(own: OpenApiDocument, theirs: Components): OpenApiDocument {
  const references = new Map<string, string>();
  const schemes = freeNames(
    (own.components.securitySchemes ?? {}) as JsonObject,
    theirs['securitySchemes'] ?? {},
  );
  const components = Object.entries(own.components).map(([section, entries]) => {
    const names = freeNames(entries as JsonObject, theirs[section] ?? {});
    const at = `#/components/${section}/`;
    for (const [name, free] of names) references.set(`${at}${name}`, `${at}${free}`);
    return [section, renameKeys(entries as JsonObject, names)] as const;
  });
  const document = { ...own, components: Object.fromEntries(components) };
  return renamed(document, { references, schemes }) as OpenApiDocument;
}

function renamed(
  value: unknown,
  names: Readonly<Record<'references' | 'schemes', ReadonlyMap<string, string>>>,
): unknown {
  if (Array.isArray(value)) return value.map((nested) => renamed(nested, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, nested]: [string, unknown]) => {
      if (name === '$ref' && typeof nested === 'string')
        return [name, names.references.get(nested) ?? nested];
      // The mapping of a discriminator has references as texts.
      if (name === 'mapping' && typeof nested === 'object' && nested !== null) {
        return [name, renamedTexts(nested, names)];
      }
      return name === 'security' && Array.isArray(nested)
        ? [name, nested.map((requirement) => renameKeys(requirement as JsonObject, names.schemes))]
        : [name, renamed(nested, names)];
    }),
  );
}

function renamedTexts(mapping: object, names: Parameters<typeof renamed>[1]): object {
  return Object.fromEntries(
    Object.entries(mapping).map(([value, target]: [string, unknown]) => [
      value,
      typeof target === 'string'
        ? (names.references.get(target) ?? target)
        : renamed(target, names),
    ]),
  );
}

/** The name that each component gets: its own if that is free or used for the same component. */
function freeNames(own: JsonObject, taken: JsonObject): ReadonlyMap<string, string> {
  const all = { ...own, ...taken };
  return new Map(
    Object.entries(own).map(([name, component]) => {
      const isFree = !Object.hasOwn(taken, name) || isSame(taken[name], component);
      return [name, isFree ? name : freeName(name, all)] as const;
    }),
  );
}

function renameKeys(entries: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [names.get(name) ?? name, entry]),
  );
}

function freeName(name: string, taken: JsonObject): string {
  let free = `Rest${name}`;
  for (let count = 2; Object.hasOwn(taken, free); count += 1) free = `Rest${name}${count}`;
  return free;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
