import type { RouteDescription } from '../../routes/route-description.js';
import type { SecuritySchemes } from '../../routes/declaration/permission.js';
import { SchemaComponents } from './components.js';
import { describedErrorsOf } from './error-formats.js';
import type {
  JsonSchema,
  OpenApiDocument,
  OpenApiInfo,
  OpenApiServer,
  Operation,
  RequestBody,
  WholeOperation,
} from './open-api-types.js';
import { tagsOf, operationOf, resourceOf, pathKeyOf, type OperationContext } from './operation.js';
import { errorResponses } from './operation-responses.js';
import { HttpMethod } from '../../routes/declaration/route-declaration.js';
import { joinOperations } from './join-operations.js';
import type { ApiDescription } from '../../routes/api-description.js';
import { mapValues, mergeObjects } from '../../shared/records.js';

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
  /**
   * The routes to describe, for a document of one audience: by their permission, tags or own metadata. Hidden routes are
   * never described. All others by default.
   *
   * @example
   * { include: ({ operation }) => operation.tags?.includes('Partner') === true }
   */
  readonly include?: (route: RouteDescription) => boolean;
  /** `title` is the namespace and `version` is `1.0.0` by default. */
  readonly info?: Partial<OpenApiInfo>;
  /** The servers of the API. `[{ url: '/' }]` by default: the server of the document. */
  readonly servers?: readonly OpenApiServer[];
  /**
   * The ways in which callers identify themselves, by name, as `securitySchemes` of `RestModule.forRoot()`.
   * Callers may use any of them. A bearer token by default: `{ bearer: { type: 'http', scheme: 'bearer' } }`.
   */
  readonly securitySchemes?: SecuritySchemes;
  /** The format of errors, as `errors` of `RestModule.forRoot()`; `wordpress` by default. */
  readonly errors?: 'wordpress' | 'problem' | 'nest';
  /**
   * The query parameters of WordPress that the application has, to be described: `['_fields', '_envelope', '_embed']`.
   * `OpenApiModule` and the command line state those that are on; none by default.
   */
  readonly parameters?: readonly string[];
  /**
   * The media types of a body without files: JSON and the form (`all`, the default), or only JSON, so that a generated
   * client has one function and one type for each. The routes read both.
   */
  readonly bodies?: 'all' | 'json';
  /**
   * The statuses of responses that no one has stated: each by its number and `default` for all other errors (`explicit`,
   * the default), or ranges such as `4XX`, which some generators of clients cannot read (`ranges`).
   */
  readonly statuses?: 'explicit' | 'ranges';
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

/** The options that the application has stated for its API. */
export function optionsOfApi({
  errors,
  securitySchemes,
  parameters,
}: ApiDescription): Pick<OpenApiOptions, 'errors' | 'securitySchemes' | 'parameters'> {
  const stated = mergeObjects({}, errors && { errors }, securitySchemes && { securitySchemes });
  return { parameters, ...stated };
}

const BEARER: SecuritySchemes = {
  bearer: { type: 'http', scheme: 'bearer' },
};

/** The effects of the query parameters of WordPress. */
const PARAMETERS: Readonly<Record<string, string>> = {
  _fields: 'selects fields of the response',
  _envelope: 'puts status and headers of the response into its body',
  _embed: 'embeds the resources of its links',
};

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
  const { servers = [{ url: '/' }], securitySchemes = BEARER, statuses = 'explicit' } = options;
  const listed = listedRoutes(routes, options);
  const errors = describedErrorsOf(options.errors);
  const components = new SchemaComponents({ RestError: errors.schema });
  const whole = withRequestBodies(
    pathsOf(listed, {
      components,
      schemes: Object.keys(securitySchemes),
      wrap: options.wrap,
      bodies: options.bodies ?? 'all',
      errors,
      statuses,
    }),
  );
  const { schemas, content } = components.nameReferences(whole);
  return {
    openapi: '3.1.1',
    info: infoOf(listed, options),
    servers: [...servers],
    tags: describedTags(listed),
    paths: content.paths,
    components: {
      schemas,
      responses: errorResponses(listed, { errors, statuses }),
      ...(Object.keys(content.requestBodies).length === 0
        ? {}
        : { requestBodies: content.requestBodies }),
      ...(listed.some(isProtected) ? { securitySchemes } : {}),
    },
  };
}

/** Whether documents list a route. */
export function isDocumented({ hidden, isExcluded }: RouteDescription): boolean {
  return !hidden && isExcluded !== true;
}

function listedRoutes(
  routes: readonly RouteDescription[],
  { namespace, include = () => true }: Pick<OpenApiOptions, 'namespace' | 'include'>,
): readonly RouteDescription[] {
  return routes.filter(
    (route) =>
      isDocumented(route) &&
      (namespace === undefined || route.namespace === namespace) &&
      include(route),
  );
}

function infoOf(
  routes: readonly RouteDescription[],
  { namespace, info = {}, parameters = [] }: OpenApiOptions,
): OpenApiInfo {
  const { description, ...others } = info;
  const texts = [description, parametersText(parameters)].filter((text) => text !== undefined);
  return {
    title: (namespace ?? [...new Set(routes.map((route) => route.namespace))].join(', ')) || 'API',
    version: '1.0.0',
    ...others,
    ...(texts.length === 0 ? {} : { description: texts.join('\n\n') }),
  };
}

function parametersText(names: readonly string[]): string | undefined {
  const texts = names.flatMap((name) => {
    const text = PARAMETERS[name];
    return text === undefined ? [] : [`\`${name}\` ${text}`];
  });
  return texts.length === 0 ? undefined : `In the query of a request, ${texts.join(', ')}.`;
}

/** The doc comment of a class describes the tag of the class; two classes of one tag describe no tag. */
function describedTags(routes: readonly RouteDescription[]): OpenApiDocument['tags'] {
  const names = [...new Set(routes.flatMap(tagsOf))];
  return names.map((name) => {
    const texts = routes.flatMap(({ controller, handler }) =>
      controller !== undefined && (controller.tag ?? resourceOf(handler)) === name
        ? [controller.description]
        : [],
    );
    const [description, ...others] = new Set(texts);
    return { name, ...(description === undefined || others.length > 0 ? {} : { description }) };
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
  shared: Omit<OperationContext, 'postPathKeys'>,
): WholePaths {
  const posting = routes.filter(({ methods }) => methods.includes(HttpMethod.Post));
  const context = { ...shared, postPathKeys: new Set(posting.map(({ path }) => pathKeyOf(path))) };
  const byPathKey = new Map<string, { path: string; operations: Map<string, WholeOperation> }>();
  for (const route of routes) {
    const pathKey = pathKeyOf(route.path);
    const { path, operations } = byPathKey.get(pathKey) ?? {
      path: route.path,
      operations: new Map<string, WholeOperation>(),
    };
    byPathKey.set(pathKey, { path, operations });
    const names = renaming(route.path, path);
    for (const method of route.methods) {
      const key = method.toLowerCase();
      const own = renamePathParameters(operationOf(route, method, context), names);
      const other = operations.get(key);
      operations.set(key, other === undefined ? own : joinOperations(other, own));
    }
  }
  return withUniqueIds(
    Object.fromEntries(
      [...byPathKey.values()].map(({ path, operations }) => [path, Object.fromEntries(operations)]),
    ),
  );
}

/**
 * Makes operation ids unique: two versions may have classes and methods of the same names. They are numbered by their
 * paths, whatever the order of the routes is.
 */
function withUniqueIds(paths: WholePaths): WholePaths {
  const ids = new Set(operationsOf(paths).map(({ operationId }) => operationId));
  const used = new Set<string>();
  const unique = new Map<WholeOperation, string>();
  const sorted = Object.fromEntries(
    Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))),
  );
  for (const operation of operationsOf(sorted)) {
    const { operationId: id } = operation;
    let free = id;
    for (let count = 2; used.has(free) || (free !== id && ids.has(free)); count += 1) {
      free = `${id}_${count}`;
    }
    used.add(free);
    unique.set(operation, free);
  }
  return mapValues(paths, (item) =>
    mapValues(item, (operation) => ({
      ...operation,
      operationId: unique.get(operation) ?? operation.operationId,
    })),
  );
}

function operationsOf(paths: WholePaths): readonly WholeOperation[] {
  return Object.values(paths).flatMap((item) => Object.values(item));
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
