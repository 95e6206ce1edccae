import type { RouteDescription } from '../../routes/route-description.js';
import type { SecuritySchemes } from '../../routes/declaration/permission.js';
import { SchemaComponents, errorShapeOf } from './components.js';
import type {
  JsonSchema,
  OpenApiDocument,
  OpenApiInfo,
  OpenApiServer,
  Operation,
  RequestBody,
  WholeOperation,
} from './open-api-types.js';
import { tagsOf, operationOf, shapeOf, type OperationContext } from './operation.js';
import { errorResponses } from './operation-responses.js';
import { HttpMethod } from '../../routes/declaration/route-declaration.js';
import { joinOperations } from './join-operations.js';
import type { RestModuleOptions } from '../../nest/options/rest-options.js';
import { mergeObjects } from '../../shared/records.js';

/** The operations of each path, with their request bodies. */
type WholePaths = Readonly<Record<string, Readonly<Record<string, WholeOperation>>>>;

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
  readonly errors?: 'wordpress' | 'problem' | 'nest';
  /**
   * Makes the schema of a JSON body from that of the returned data, for an interceptor that wraps the data. By
   * default the schema is unchanged.
   *
   * @example
   * // of an interceptor with map((data) => ({ data }))
   * { wrap: (data) => ({ type: 'object', required: ['data'], properties: { data } }) }
   */
  readonly wrap?: (data: JsonSchema, route: RouteDescription) => JsonSchema;
}

export function optionsOfModule({
  errors,
  securitySchemes,
}: RestModuleOptions): Pick<OpenApiOptions, 'errors' | 'securitySchemes'> {
  return mergeObjects({}, errors && { errors }, securitySchemes && { securitySchemes });
}

const BEARER: SecuritySchemes = {
  bearer: { type: 'http', scheme: 'bearer' },
};

/** The reading of arguments, which schemas cannot express. */
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
    pathsOf(listed, { components, schemes: Object.keys(securitySchemes), wrap: options.wrap }),
  );
  return {
    openapi: '3.1.1',
    info: infoOf(listed, options),
    servers: [...servers],
    tags: describedTags(listed),
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
    title: (namespace ?? [...new Set(routes.map((route) => route.namespace))].join(', ')) || 'API',
    version: '1.0.0',
    ...info,
    description: [info.description, READING].filter((text) => text !== undefined).join('\n\n'),
  };
}

function describedTags(routes: readonly RouteDescription[]): OpenApiDocument['tags'] {
  const names = [...new Set(routes.flatMap(tagsOf))];
  return names.map((name) => {
    const [first = [], ...others] = routes
      .filter((route) => tagsOf(route).includes(name))
      .map(({ path }) => path.split('/'));
    const differs = first.findIndex((segment, at) => others.some((path) => path[at] !== segment));
    const common = differs === -1 ? first : first.slice(0, differs);
    return { name, description: `${common.join('/') || '/'} and below.` };
  });
}

function isProtected({ permission }: RouteDescription): boolean {
  return permission.kind !== 'public';
}

/**
 * Makes components of the request bodies that can be sent both as JSON and as a form. Client generators use the first
 * media type of such a component, JSON. If several media types are inline, some generators use none, and their
 * clients send no `Content-Type`. A body that may have files stays inline: only one of its media types can contain
 * them.
 */
function withRequestBodies(paths: WholePaths) {
  const requestBodies = new Map<string, RequestBody>();
  const refer = (operation: WholePaths[string][string]): Operation => {
    const { operationId, requestBody } = operation;
    if (requestBody === undefined || !isAlike(requestBody)) return operation;
    requestBodies.set(operationId, requestBody);
    return { ...operation, requestBody: { $ref: `#/components/requestBodies/${operationId}` } };
  };
  const items = Object.entries(paths).map(([path, item]) => {
    const operations = Object.entries(item).map(
      ([method, operation]) => [method, refer(operation)] as const,
    );
    return [path, Object.fromEntries(operations)] as const;
  });
  return { paths: Object.fromEntries(items), requestBodies: Object.fromEntries(requestBodies) };
}

function isAlike({ content }: RequestBody): boolean {
  return Object.keys(content).length > 1 && !Object.hasOwn(content, 'multipart/form-data');
}

/**
 * All operations by path. To OpenAPI, `/items/{id}` and `/items/{slug}` are the same path: the first route names it,
 * and two operations of the same method become one.
 */
function pathsOf(
  routes: readonly RouteDescription[],
  shared: Omit<OperationContext, 'postShapes'>,
): WholePaths {
  const posting = routes.filter(({ methods }) => methods.includes(HttpMethod.Post));
  const context = { ...shared, postShapes: new Set(posting.map(({ path }) => shapeOf(path))) };
  const byShape = new Map<string, { path: string; operations: Map<string, WholeOperation> }>();
  const ids = new Set<string>();
  for (const route of routes) {
    const shape = shapeOf(route.path);
    const { path, operations } = byShape.get(shape) ?? {
      path: route.path,
      operations: new Map<string, WholeOperation>(),
    };
    byShape.set(shape, { path, operations });
    const names = renaming(route.path, path);
    for (const method of route.methods) {
      const key = method.toLowerCase();
      const own = renamePathParameters(operationOf(route, method, context), names);
      const other = operations.get(key);
      operations.set(
        key,
        other === undefined ? withUniqueId(own, ids) : joinOperations(other, own),
      );
    }
  }
  return Object.fromEntries(
    [...byShape.values()].map(({ path, operations }) => [path, Object.fromEntries(operations)]),
  );
}

/** Makes operation ids unique: two versions may have classes and methods of the same names. */
function withUniqueId(operation: WholeOperation, ids: Set<string>): WholeOperation {
  const { operationId: id } = operation;
  let operationId = id;
  for (let count = 2; ids.has(operationId); count += 1) operationId = `${id}_${count}`;
  ids.add(operationId);
  return { ...operation, operationId };
}

function renaming(from: string, to: string): ReadonlyMap<string, string> {
  const names = placeholders(to);
  return new Map(placeholders(from).map((name, index) => [name, names[index] ?? name]));
}

function placeholders(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

function renamePathParameters(
  operation: WholeOperation,
  names: ReadonlyMap<string, string>,
): WholeOperation {
  if (operation.parameters === undefined) return operation;
  const parameters = operation.parameters.map((parameter) =>
    parameter.in === 'path'
      ? { ...parameter, name: names.get(parameter.name) ?? parameter.name }
      : parameter,
  );
  return { ...operation, parameters };
}
