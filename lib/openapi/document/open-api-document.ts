import type { RouteDescription } from '../../model/description/route-description.js';
import { SchemaComponents } from './components.js';
import type {
  OpenApiDocument,
  OpenApiInfo,
  OpenApiServer,
  SecurityScheme,
} from './open-api-types.js';
import { tagOf } from './operation.js';
import { pathsOf } from './paths.js';
import { ERROR_SCHEMA, errorResponses } from './operation-responses.js';

/** What a document says beyond the routes. */
export interface OpenApiOptions {
  /** The namespace to describe, such as `acme/v1`; all of them by default. */
  readonly namespace?: string;
  /** `title` is the namespace and `version` is `1.0.0` by default. */
  readonly info?: Partial<OpenApiInfo>;
  /** Where the application is; by default where the document comes from: `[{ url: '/' }]`. */
  readonly servers?: readonly OpenApiServer[];
  /**
   * How callers identify themselves, by name; any of them does. A bearer token by default:
   * `{ bearer: { type: 'http', scheme: 'bearer' } }`.
   */
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
}

const BEARER: Readonly<Record<string, SecurityScheme>> = {
  bearer: { type: 'http', scheme: 'bearer' },
};

/** What no schema can say of how arguments are read. */
const READING =
  'An argument that is no part of the path may stand in the query or in the body, which goes first; ' +
  'texts are read as the type of the argument. `_fields` names the fields of an answer that are wanted, ' +
  '`_envelope` puts status and headers into the body.';

/**
 * Describes routes as OpenAPI 3.1. Hidden routes are left out.
 *
 * @example
 * const routes = await app.get(RestRoutes).list();
 * const document = openApiDocument(routes, { namespace: 'acme/v1', info: { title: 'Items' } });
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */
export function openApiDocument(
  routes: readonly RouteDescription[],
  { namespace, info = {}, servers = [{ url: '/' }], securitySchemes = BEARER }: OpenApiOptions = {},
): OpenApiDocument {
  const listed = routes.filter(
    (route) => !route.hidden && (namespace === undefined || route.namespace === namespace),
  );
  const components = new SchemaComponents();
  const error = components.add('Error', ERROR_SCHEMA);
  const paths = pathsOf(listed, { components, schemes: Object.keys(securitySchemes) });
  const tags = [...new Set(listed.map(tagOf))];
  return {
    openapi: '3.1.1',
    info: {
      title: namespace ?? [...new Set(listed.map((route) => route.namespace))].join(', '),
      version: '1.0.0',
      ...info,
      description: [info.description, READING].filter((text) => text !== undefined).join('\n\n'),
    },
    servers,
    tags: tags.map((name) => ({ name, description: `Routes of ${name}.` })),
    paths,
    components: {
      schemas: components.schemas,
      responses: errorResponses(listed, error),
      ...(listed.some(({ permission }) => permission.kind !== 'public') ? { securitySchemes } : {}),
    },
  };
}
