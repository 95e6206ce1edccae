import type { RouteDescription } from '../../model/description/route-description.js';
import type { MediaType, Operation, Parameter, PathItem, Response } from './open-api-types.js';
import { operationOf, type OperationContext } from './operation.js';

/**
 * All operations by path. For OpenAPI `/items/{id}` and `/items/{slug}` are one path, whatever tells
 * them apart here: the first names it, and operations of one method there become one.
 */
export function pathsOf(
  routes: readonly RouteDescription[],
  context: OperationContext,
): Readonly<Record<string, PathItem>> {
  const shapes = new Map<
    string,
    { readonly path: string; readonly item: Map<string, Operation> }
  >();
  const ids = new Set<string>();
  for (const route of routes) {
    const shape = route.path.replace(/\{\w+\}/g, '{}');
    const known = shapes.get(shape) ?? { path: route.path, item: new Map<string, Operation>() };
    shapes.set(shape, known);
    const names = renaming(route.path, known.path);
    for (const method of route.methods) {
      const operation = renamed(operationOf(route, method, context), names);
      const other = known.item.get(method.toLowerCase());
      const mergeObjects =
        other === undefined ? withUniqueId(operation, ids) : joinOperations(other, operation);
      known.item.set(method.toLowerCase(), mergeObjects);
    }
  }
  return Object.fromEntries(
    [...shapes.values()].map(({ path, item }) => [path, Object.fromEntries(item)]),
  );
}

/** Versions may have classes and methods of the same names. */
function withUniqueId(operation: Operation, ids: Set<string>): Operation {
  let operationId = operation.operationId;
  for (let count = 2; ids.has(operationId); count += 1)
    operationId = `${operation.operationId}_${count}`;
  ids.add(operationId);
  return { ...operation, operationId };
}

/** The placeholders of one path by those at the same places of another. */
function renaming(from: string, to: string): ReadonlyMap<string, string> {
  const names = placeholders(to);
  return new Map(placeholders(from).map((name, index) => [name, names[index] ?? name]));
}

function placeholders(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

function renamed(operation: Operation, names: ReadonlyMap<string, string>): Operation {
  if (operation.parameters === undefined) return operation;
  const parameters = operation.parameters.map((parameter) =>
    parameter.in === 'path'
      ? { ...parameter, name: names.get(parameter.name) ?? parameter.name }
      : parameter,
  );
  return { ...operation, parameters };
}

/** One operation for two that only the values of the path tell apart. */
function joinOperations(a: Operation, b: Operation): Operation {
  const parameters = joinParameters(a.parameters ?? [], b.parameters ?? []);
  const requestBody =
    a.requestBody === undefined || b.requestBody === undefined
      ? withoutRequired(a.requestBody ?? b.requestBody)
      : {
          required: a.requestBody.required && b.requestBody.required,
          content: joinContents(a.requestBody.content, b.requestBody.content),
        };
  return {
    ...a,
    description: `${a.description}\n\nOr, by the value in the path: ${b.summary}\n\n${b.description}`,
    tags: [...new Set([...a.tags, ...b.tags])],
    security:
      a.security.length === 0 || b.security.length === 0
        ? joinSecurity(a, b)
        : [...a.security, ...b.security],
    parameters,
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: joinResponses(a.responses, b.responses),
  };
}

/** Where one of the two is public, nobody may call as well. */
function joinSecurity(a: Operation, b: Operation): Operation['security'] {
  const all = [...a.security, ...b.security];
  return all.length === 0 ? [] : [{}, ...all];
}

function joinParameters(a: readonly Parameter[], b: readonly Parameter[]): readonly Parameter[] {
  const own = a.map((parameter) => {
    const other = b.find(
      ({ name, in: place }) => name === parameter.name && place === parameter.in,
    );
    if (other === undefined) return { ...parameter, required: parameter.in === 'path' };
    return {
      ...parameter,
      required: parameter.required && other.required,
      schema: either(parameter.schema, other.schema),
    };
  });
  const others = b.filter(({ name }) => !a.some((parameter) => parameter.name === name));
  return [...own, ...others.map((parameter) => ({ ...parameter, required: false }))];
}

function withoutRequired(body: Operation['requestBody']): Operation['requestBody'] {
  return body === undefined ? undefined : { ...body, required: false };
}

type Contents = Readonly<Record<string, MediaType>>;

function joinContents(a: Contents, b: Contents): Contents {
  const types = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(
    types.map((type) => {
      const [one, other] = [a[type], b[type]];
      if (one === undefined || other === undefined) return [type, one ?? other ?? { schema: {} }];
      return [type, { schema: either(one.schema, other.schema) }];
    }),
  );
}

function joinResponses(
  a: Operation['responses'],
  b: Operation['responses'],
): Operation['responses'] {
  const mergeObjects = Object.entries(b).map(([status, response]) => {
    const other = a[status];
    if (other === undefined || '$ref' in other || '$ref' in response)
      return [status, response] as const;
    return [status, joinResponse(other, response)] as const;
  });
  return { ...a, ...Object.fromEntries(mergeObjects) };
}

function joinResponse(a: Response, b: Response): Response {
  const content = joinContents(a.content ?? {}, b.content ?? {});
  return Object.keys(content).length === 0 ? a : { ...a, content };
}

function either(a: Parameter['schema'], b: Parameter['schema']): Parameter['schema'] {
  return JSON.stringify(a) === JSON.stringify(b) ? a : { anyOf: [a, b] };
}
