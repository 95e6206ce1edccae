import type { OpenApiDocument } from '../document/open-api-types.js';

/** Any document of OpenAPI 3, as far as merging looks at it: `SwaggerModule.createDocument` makes one. */
export interface MergeableDocument {
  readonly openapi: string;
  readonly paths?: object;
  readonly components?: object;
  readonly tags?: readonly { readonly name: string }[];
}

/** A document as plain data. */
type Data = Readonly<Record<string, unknown>>;

/**
 * Joins the routes of this library to a document that the application has already, such as that of
 * `@nestjs/swagger`. A component of ours whose name is taken gets another. The result is OpenAPI 3.1;
 * `nullable` of 3.0 is written as 3.1 has it.
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
  const theirs = document.openapi.startsWith('3.0')
    ? (withoutNullable(document) as Document)
    : document;
  const components = (theirs.components ?? {}) as Readonly<Record<string, Data>>;
  const renamed = renameComponents(own, components);
  return {
    ...theirs,
    openapi: own.openapi,
    paths: mergePaths((theirs.paths ?? {}) as Data, renamed.paths),
    components: mergeSections(components, renamed.components as unknown as Record<string, Data>),
    tags: [
      ...(theirs.tags ?? []),
      ...renamed.tags.filter(({ name }) => theirs.tags?.some((tag) => tag.name === name) !== true),
    ],
  };
}

/** Our names that theirs have taken for something else get others, in all references as well. */
function renameComponents(
  own: OpenApiDocument,
  theirs: Readonly<Record<string, Data>>,
): OpenApiDocument {
  const references = new Map<string, string>();
  const components = Object.entries(own.components).map(([section, entries]) => {
    const taken = theirs[section] ?? {};
    const renamed = Object.entries(entries as Data).map(([name, component]) => {
      const isFree = !Object.hasOwn(taken, name) || isSame(taken[name], component);
      const free = isFree ? name : freeName(name, { ...(entries as Data), ...taken });
      const at = `#/components/${section}/`;
      references.set(`${at}${name}`, `${at}${free}`);
      return [free, component] as const;
    });
    return [section, Object.fromEntries(renamed)] as const;
  });
  return withReferences(
    { ...own, components: Object.fromEntries(components) },
    references,
  ) as OpenApiDocument;
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

function freeName(name: string, taken: Data): string {
  let free = `Rest${name}`;
  for (let count = 2; Object.hasOwn(taken, free); count += 1) free = `Rest${name}${count}`;
  return free;
}

function mergePaths(theirs: Data, own: Data): Data {
  const merged: Record<string, unknown> = { ...theirs };
  for (const [path, item] of Object.entries(own)) {
    merged[path] = { ...(merged[path] as object | undefined), ...(item as object) };
  }
  return merged;
}

function mergeSections(
  theirs: Readonly<Record<string, Data>>,
  own: Readonly<Record<string, Data>>,
): Data {
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(own)])];
  return Object.fromEntries(names.map((name) => [name, { ...own[name], ...theirs[name] }]));
}

/** `{ type: 'string', nullable: true }` is `{ type: ['string', 'null'] }` in 3.1. */
function withoutNullable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNullable);
  if (typeof value !== 'object' || value === null) return value;
  const plain = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withoutNullable(inner)]),
  );
  if (plain['nullable'] !== true) return plain;
  const { nullable: _nullable, type, ...rest } = plain;
  return type === undefined
    ? { anyOf: [rest, { type: 'null' }] }
    : { ...rest, type: [type, 'null'].flat() };
}
