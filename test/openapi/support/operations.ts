import type { RouteDescription } from 'nestjs-rest-routes';
import {
  openApiDocument,
  type OpenApiDocument,
  type OpenApiOptions,
} from 'nestjs-rest-routes/openapi';
import { describedRoute } from '../../cli/support/described-route.js';
import type { JsonValue, ValueSchema } from '../../support/schema-types.js';
import { requestBodyOf } from './request-body.js';

/** A schema that a route may have, without `required`, which an argument states. */
export type OwnSchema = ValueSchema & { readonly default?: JsonValue };
export type Operation = OpenApiDocument['paths'][string][string];

/** The document of routes, with what differs from a public GET. */
export function documentOf(
  routes: readonly Partial<RouteDescription>[],
  options: OpenApiOptions = {},
): OpenApiDocument {
  return openApiDocument(routes.map(describedRoute), options);
}

/** The one operation of the document of a route. */
export function operationOf(
  route: Partial<RouteDescription>,
  options: OpenApiOptions = {},
): Operation {
  return firstOperation(documentOf([route], options));
}

/** The first operation of a document. */
export function firstOperation({ paths }: OpenApiDocument): Operation {
  const [operation] = Object.values(paths).flatMap((methods) => Object.values(methods));
  if (operation === undefined) throw new Error('The document has no operation.');
  return operation;
}

/** The body of a POST with these arguments, as JSON. */
export function jsonBodyOf(schemas: Readonly<Record<string, OwnSchema>>): {
  readonly schema: object;
  readonly example?: unknown;
} {
  const names = Object.entries(schemas);
  const args = names.map(([name, schema]) => ({
    name,
    isFromPath: false,
    schema: { required: true, ...schema },
  }));
  const document = documentOf([{ methods: ['POST'], arguments: args }]);
  const body = requestBodyOf(document, firstOperation(document))?.content['application/json'];
  if (body === undefined) throw new Error('The operation has no body of JSON.');
  return body;
}

/** The schema that a document has of a property with this schema. */
export function schemaInDocument(schema: OwnSchema): unknown {
  const { schema: body } = jsonBodyOf({ outer: { type: 'object', properties: { inner: schema } } });
  const { properties } = body as {
    readonly properties: { readonly outer: { readonly properties: { readonly inner: object } } };
  };
  return properties.outer.properties.inner;
}
