import { diagnosticAt, type Diagnostic } from '../diagnostics/diagnostic.js';
import { isRequired } from '../openapi/document/operation-body.js';
import type { JsonSchema } from '../openapi/document/open-api-types.js';
import { resourceOf } from '../openapi/document/operation.js';
import { TOOL_NAME, type ToolOptions } from '../routes/declaration/route-declaration.js';
import type { ArgumentDescription, RouteDescription } from '../routes/route-description.js';
import { withoutUndefined } from '../shared/records.js';
import {
  argumentsOf,
  inputSchemaOf,
  resultSchemaOf,
  type ObjectSchema,
  type Wrapper,
} from './tool-schemas.js';

/** A tool as clients see it. */
interface ToolDefinition {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: ObjectSchema;
  readonly annotations: Readonly<Record<string, boolean>>;
}

/** A route that is offered as a tool. */
export interface Tool {
  readonly route: RouteDescription;
  readonly definition: ToolDefinition;
  /** By name. */
  readonly arguments: ReadonlyMap<string, ArgumentDescription>;
  /** How results are made objects; `undefined` if it is known only from each result. */
  readonly results: { readonly wrapper: Wrapper | undefined } | undefined;
}

/** The tools of an application, and what is wrong with them. */
export interface FoundTools {
  readonly tools: readonly Tool[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds the routes that are tools: those that state it, and the GET routes of the included namespaces.
 *
 * @param include Namespaces, with or without a version: `acme/v1`, `acme`.
 */
export function findTools(
  routes: readonly RouteDescription[],
  include: readonly string[],
  wrap: (data: JsonSchema, route: RouteDescription) => JsonSchema,
): FoundTools {
  const found = routes.flatMap((route) => {
    const stated = route.tool ?? (isIncluded(route, include) ? {} : false);
    return stated === false ? [] : [{ route, stated, name: stated.name ?? nameOf(route) }];
  });
  const diagnostics = [...found.flatMap(obstacles), ...repeatedNames(found)];
  if (diagnostics.length > 0) return { tools: [], diagnostics };
  return { tools: found.map((one) => toolOf(one, wrap)), diagnostics };
}

interface NamedTool {
  readonly route: RouteDescription;
  readonly stated: ToolOptions;
  readonly name: string;
}

function isIncluded(route: RouteDescription, include: readonly string[]): boolean {
  const { namespace, methods, hidden } = route;
  return (
    !hidden &&
    methods.includes('GET') &&
    include.some((one) => namespace === one || namespace.startsWith(`${one}/`))
  );
}

/** `items_list` of `ItemsController.list`. */
function nameOf({ handler }: RouteDescription): string {
  const [, methodName = ''] = handler.split('.');
  return `${snakeCase(resourceOf(handler))}_${snakeCase(methodName)}`;
}

function snakeCase(text: string): string {
  return text
    .replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_')
    .replace(/\W/g, '_')
    .toLowerCase();
}

/** Checks that the build cannot make: of a route that is included, of a name that is made. */
function obstacles({ route, name }: NamedTool): readonly Diagnostic[] {
  const obstacle = obstacleOf(route);
  return [
    ...(obstacle === undefined ? [] : [finding(route, 'RR1072', ...obstacle)]),
    ...(TOOL_NAME.test(name)
      ? []
      : [finding(route, 'RR1070', '1 to 64 letters, digits, _ and -', JSON.stringify(name))]),
  ];
}

function obstacleOf({
  returns,
  arguments: args,
}: RouteDescription): readonly [expected: string, received: string] | undefined {
  const isEvents = returns?.responses.some(({ mediaType }) => mediaType === 'text/event-stream');
  if (isEvents === true) return ['a response that ends', 'EventStream'];
  const file = args.find((one) => one.file !== undefined && isRequired(one));
  return file && ['arguments of JSON', `the required file ${file.name}`];
}

function repeatedNames(found: readonly NamedTool[]): readonly Diagnostic[] {
  const first = new Map<string, RouteDescription>();
  return found.flatMap(({ name, route }) => {
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, route);
    if (earlier === undefined) return [];
    const received = `${name} also at ${earlier.handler} (${earlier.methods[0]} ${earlier.path})`;
    return [finding(route, 'RR1070', 'one route for the name', received)];
  });
}

function finding(
  { handler }: RouteDescription,
  code: 'RR1072' | 'RR1070',
  expected: string,
  received: string,
): Diagnostic {
  const [className = '', methodName = ''] = handler.split('.');
  const location = { className, methodName, part: { kind: 'options' } } as const;
  return diagnosticAt(location, { code, expected, received });
}

function toolOf(
  { route, stated, name }: NamedTool,
  wrap: (data: JsonSchema, route: RouteDescription) => JsonSchema,
): Tool {
  const results = resultSchemaOf(route, wrap);
  const title = stated.title ?? route.operation.summary;
  return {
    route,
    results,
    arguments: new Map(argumentsOf(route).map((one) => [one.name, one])),
    definition: {
      name,
      ...withoutUndefined({ title }),
      description: stated.description ?? descriptionOf(route),
      inputSchema: inputSchemaOf(route),
      ...withoutUndefined({ outputSchema: results?.schema }),
      annotations: { ...annotationsOf(route), ...stated.annotations },
    },
  };
}

function descriptionOf({ description, deprecated, methods, path }: RouteDescription): string {
  const text = description ?? `${methods[0]} ${path}`;
  if (deprecated === undefined) return text;
  return `${text}\n\nDeprecated${deprecated === true ? '.' : `: ${deprecated}`}`;
}

/** They are hints for clients, which may ask their users before a call that changes something. */
function annotationsOf({ methods: [method] }: RouteDescription): ToolDefinition['annotations'] {
  switch (method) {
    case 'GET':
      return { readOnlyHint: true };
    case 'DELETE':
      return { destructiveHint: true, idempotentHint: true };
    case 'PUT':
      return { idempotentHint: true };
    default:
      return {};
  }
}
