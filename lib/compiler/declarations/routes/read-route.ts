import type { RestRouteOptions } from '../../../model/declaration/route-declaration.js';
import type { ProjectView } from '../../program/project-view.js';
import { readPermission, type PermissionReading } from './read-permission.js';
import { ts } from '../../program/typescript.js';
import { constantOf } from '../../syntax/constant.js';
import type { OurDecorator } from '../../syntax/our-decorators.js';
import { plainName } from '../../syntax/plain-name.js';
import { unwrapExpression } from '../../syntax/unwrap-expression.js';

/** One `@RestRoute` as the source declares it; arguments that are not constant are `undefined`. */
export interface RouteReading {
  readonly decorator: OurDecorator;
  readonly path: string | undefined;
  readonly methods: readonly string[] | undefined;
  readonly permission: PermissionReading | undefined;
  /** Whether there is a third argument at all. */
  readonly hasPermission: boolean;
  /** Those that the source shows. */
  readonly options: RestRouteOptions;
}

/** Reads the arguments of one `@RestRoute`. */
export function readRoute(decorator: OurDecorator, view: ProjectView): RouteReading {
  const [path, methods, permission, options] = decorator.arguments;
  const text = path === undefined ? undefined : constantOf(path, view)?.value;
  return {
    decorator,
    path: typeof text === 'string' ? text : undefined,
    methods: methods === undefined ? [] : readMethods(methods, view),
    permission: permission === undefined ? undefined : readPermission(permission, view),
    hasPermission: permission !== undefined,
    options: options === undefined ? {} : readOptions(options, view),
  };
}

/** The options that the source shows. Plain JavaScript may state anything: the rules check the values. */
function readOptions(options: ts.Expression, view: ProjectView): RestRouteOptions {
  const node = unwrapExpression(options);
  if (!ts.isObjectLiteralExpression(node)) return (constantOf(node, view)?.value ?? {}) as object;
  const entries = node.properties.flatMap((property) => {
    const name = plainName(property.name);
    if (name === undefined || !ts.isPropertyAssignment(property)) return [];
    return [[name, constantOf(property.initializer, view)?.value] as const];
  });
  return Object.fromEntries(entries) as RestRouteOptions;
}

function readMethods(node: ts.Expression, view: ProjectView): readonly string[] | undefined {
  const value = constantOf(node, view)?.value;
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.map(String) : undefined;
}
