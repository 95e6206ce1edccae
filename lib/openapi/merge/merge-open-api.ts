import type { OpenApiDocument } from '../document/open-api-types.js';
import { withoutNullable } from './without-nullable.js';
import { withFreeNames, type Components, type Data } from './with-free-names.js';

/** Any document of OpenAPI 3, with the parts that merging reads. `SwaggerModule.createDocument` makes one. */
export interface MergeableDocument {
  readonly openapi: string;
  readonly paths?: object;
  readonly components?: object;
  readonly tags?: readonly { readonly name: string }[];
}

/**
 * Adds the routes of this library to another document of the application, such as that of
 * `@nestjs/swagger`. A component of ours whose name is taken gets another name. The result is OpenAPI 3.1;
 * `nullable` of OpenAPI 3.0 is translated.
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
  const renamed = withFreeNames(own, components);
  return {
    ...theirs,
    openapi: own.openapi,
    paths: mergePaths((theirs.paths ?? {}) as Data, renamed.paths),
    components: mergeSections(components, renamed.components as unknown as Components),
    tags: mergeTags(theirs.tags ?? [], renamed.tags),
  };
}

function mergePaths(theirs: Data, own: Data): Data {
  const merged: Record<string, unknown> = { ...theirs };
  for (const [path, item] of Object.entries(own)) {
    merged[path] = { ...(merged[path] as object | undefined), ...(item as object) };
  }
  return merged;
}

function mergeSections(theirs: Components, own: Components): Data {
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(own)])];
  return Object.fromEntries(names.map((name) => [name, { ...own[name], ...theirs[name] }]));
}

type Tags = readonly { readonly name: string }[];

function mergeTags(theirs: Tags, own: Tags): Tags {
  const taken = new Set(theirs.map(({ name }) => name));
  return [...theirs, ...own.filter(({ name }) => !taken.has(name))];
}
