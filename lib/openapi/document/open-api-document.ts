import type { RouteDescription } from '../../model/description/route-description.js';
import type { SecuritySchemes } from '../../model/permissions/security-scheme.js';
import { SchemaComponents } from './components.js';
import type { OpenApiDocument, OpenApiInfo, OpenApiServer } from './open-api-types.js';
import { tagOf } from './operation.js';
import { pathsOf } from './paths.js';
import { withRequestBodies } from './bodies/request-bodies.js';
import { errorShapeOf } from './errors/error-shape.js';
import { errorResponses } from './responses/operation-responses.js';

/**
 * The parts of a document that do not come from the routes, and the namespace to include.
 *
 * @example
 * const options: OpenApiOptions = { namespace: 'acme/v1', servers: [{ url: 'https://example.com' }] };
 */
export interface OpenApiOptions {
  /** The namespace to describe, such as `acme/v1`. All namespaces by default. */
  readonly namespace?: string;
  /** `title` is the namespace and `version` is `1.0.0` by default. */
  readonly info?: Partial<OpenApiInfo>;
  /** The servers of the API. `[{ url: '/' }]` by default: the server of the document. */
  readonly servers?: readonly OpenApiServer[];
  /**
   * The ways in which callers identify themselves, by name, as `securitySchemes` of `RestModule.forRoot()`.
   * Callers may use any of them. A bearer token by default: `{ bearer: { type: 'http', scheme: 'bearer' } }`.
   */
  readonly securitySchemes?: SecuritySchemes;
  /** The shape of errors, as `errors` of `RestModule.forRoot()`; `wordpress` by default. */
  readonly errors?: 'wordpress' | 'problem';
}

const BEARER: SecuritySchemes = {
  bearer: { type: 'http', scheme: 'bearer' },
};

/** How arguments are read, which schemas cannot express. */
const READING =
  'An argument outside the path may be sent in the query or in the body; the body takes precedence. ' +
  'Strings are converted to the type of the argument. `_fields` selects fields of the response, and ' +
  '`_envelope` puts its status and headers into the body.';

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
  options: OpenApiOptions = {},
): OpenApiDocument {
  const { servers = [{ url: '/' }], securitySchemes = BEARER } = options;
  const listed = listedRoutes(routes, options.namespace);
  const components = new SchemaComponents();
  const shape = errorShapeOf(options.errors);
  const error = components.add('RestError', shape.schema);
  const { paths, requestBodies } = withRequestBodies(
    pathsOf(listed, { components, schemes: Object.keys(securitySchemes) }),
  );
  return {
    openapi: '3.1.1',
    info: infoOf(listed, options),
    servers,
    tags: tagsOf(listed),
    paths,
    components: {
      schemas: components.schemas,
      responses: errorResponses(listed, error, shape),
      ...(Object.keys(requestBodies).length === 0 ? {} : { requestBodies }),
      ...(listed.some(isProtected) ? { securitySchemes } : {}),
    },
  };
}

function listedRoutes(
  routes: readonly RouteDescription[],
  namespace: string | undefined,
): readonly RouteDescription[] {
  return routes.filter(
    (route) => !route.hidden && (namespace === undefined || route.namespace === namespace),
  );
}

function infoOf(
  routes: readonly RouteDescription[],
  { namespace, info = {} }: OpenApiOptions,
): OpenApiInfo {
  return {
    title: namespace ?? [...new Set(routes.map((route) => route.namespace))].join(', '),
    version: '1.0.0',
    ...info,
    description: [info.description, READING].filter((text) => text !== undefined).join('\n\n'),
  };
}

function tagsOf(routes: readonly RouteDescription[]): OpenApiDocument['tags'] {
  const names = [...new Set(routes.map(tagOf))];
  return names.map((name) => ({ name, description: `Routes of ${name}.` }));
}

function isProtected({ permission }: RouteDescription): boolean {
  return permission.kind !== 'public';
}
