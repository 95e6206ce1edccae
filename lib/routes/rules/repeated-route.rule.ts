import { diagnosticAt, type Diagnostic } from '../../diagnostics/diagnostic.js';
import {
  nameOf,
  type ParameterDeclaration,
  declaredType,
} from '../declaration/parameter-declaration.js';
import type { ControllerDeclaration, RouteDeclaration } from '../declaration/route-declaration.js';
import { pathParts, placeholdersOf, trimSlash, textsOf } from '../paths/path-pattern.js';
import type { TableRule } from '../rule.js';

/**
 * No two routes of a namespace have the same method and paths that match the same requests; the second one
 * is wrong, since it is never reached. The names of placeholders do not count, but what they match does. The
 * caller decides which controllers share a namespace. The boot knows it of all of them, the compiler of
 * the classes that one module lists, see `compiler/diagnostics/earlier-controllers.ts`.
 */
export const repeatedRouteRule: TableRule = () => {
  const first = new Map<string, Place>();
  return (controller) =>
    controller.routes.flatMap((route) => repetitions(controller, route, first));
};

/** Where a path was declared first. */
interface Place {
  readonly handler: string;
  readonly path: string;
}

/** Adds the addresses of a route to `first`, and reports those that are there already. */
function repetitions(
  controller: ControllerDeclaration,
  route: RouteDeclaration,
  first: Map<string, Place>,
): readonly Diagnostic[] {
  const path = pathOf(controller, route);
  const matched = matchedBy(path, route);
  return [...new Set(route.methods)].flatMap((method) => {
    const key = `${method} ${matched}`;
    const earlier = first.get(key);
    if (earlier !== undefined) {
      const other = namesOf(earlier.path) === namesOf(path) ? '' : ` as ${earlier.path}`;
      const received = `${method} ${path} also at ${earlier.handler}${other}`;
      return [repetition(controller, route, received)];
    }
    first.set(key, { handler: `${controller.className}.${route.methodName}`, path });
    return [];
  });
}

function repetition(
  { className }: ControllerDeclaration,
  { methodName, routeIndex }: RouteDeclaration,
  received: string,
): Diagnostic {
  const location = { className, methodName, routeIndex, part: { kind: 'path' } } as const;
  return diagnosticAt(location, { code: 'RR1013', expected: 'one method for it', received });
}

/** `/v1/items/{id}` */
function pathOf({ version = '', base }: ControllerDeclaration, { path }: RouteDeclaration): string {
  return `/${version}${trimSlash(base)}${trimSlash(path)}`;
}

/** The path as the route table compares it: in lower case, with what each placeholder matches. */
function matchedBy(path: string, { parameters }: RouteDeclaration): string {
  return pathParts(path)
    .map((part) =>
      'literal' in part
        ? part.literal.toLowerCase()
        : `{${matchOf(
            part.placeholder,
            parameters.find((one) => nameOf(one) === part.placeholder) ??
              spreadArgument(part.placeholder, parameters),
          )}}`,
    )
    .join('');
}

/** A property of an `@Arguments()` parameter, where its type is known here. */
function spreadArgument(
  name: string,
  parameters: readonly ParameterDeclaration[],
): ParameterDeclaration | undefined {
  for (const parameter of parameters) {
    const type = parameter.takesArguments === true ? declaredType(parameter) : undefined;
    if (type === undefined || 'code' in type || type.kind !== 'object') continue;
    const signature = type.properties?.find((property) => property.name === name);
    if (signature === undefined) continue;
    return { index: parameter.index, signature, statesInjection: false, filledByNest: false };
  }
  return undefined;
}

/** Patterns that match what a type matches. */
const PATTERNS_OF_TYPES: ReadonlyMap<string, string> = new Map([
  ['\\d+', 'integer'],
  ['[0-9]+', 'integer'],
  ['[^/]+', 'string'],
]);

/** What a placeholder matches; one whose type is not known here matches what others of its name do. */
function matchOf(name: string, parameter: ParameterDeclaration | undefined): string {
  const match = parameter?.options?.match;
  if (match !== undefined) return PATTERNS_OF_TYPES.get(match) ?? JSON.stringify(match);
  const type = parameter === undefined ? undefined : declaredType(parameter);
  if (type === undefined || 'code' in type) return `name ${name.toLowerCase()}`;
  const schema = type.kind === 'schema' ? type.schema : undefined;
  const values = type.kind === 'enum' ? type.values : schema?.enum;
  if (values !== undefined) {
    // The order of values does not matter, nor does their case.
    const texts = textsOf(Object.values(values)).map((text) => text.toLowerCase());
    return JSON.stringify([...new Set(texts)].toSorted());
  }
  return (schema?.type ?? type.kind) === 'integer' ? 'integer' : 'string';
}

function namesOf(path: string): string {
  return placeholdersOf(path).join();
}
