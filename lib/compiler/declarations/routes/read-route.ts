import type { ProjectView } from '../../program/project-view.js';
import { readPermission, type PermissionReading } from './read-permission.js';
import { ts } from '../../program/typescript.js';
import { constantOf } from '../../syntax/constant.js';
import { literalProperty } from '../../syntax/object-literal.js';
import type { OurDecorator } from '../../syntax/our-decorators.js';
import { unwrapExpression } from '../../syntax/unwrap-expression.js';

/** One `@RestRoute` as the source declares it; arguments that are not constant are `undefined`. */
export interface RouteReading {
  readonly decorator: OurDecorator;
  readonly path: string | undefined;
  readonly methods: readonly string[] | undefined;
  readonly permission: PermissionReading | undefined;
  /** Whether there is a third argument at all. */
  readonly hasPermission: boolean;
  /** `{ batch: true }`; `undefined` where the source does not show it. */
  readonly batch: boolean | undefined;
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
    batch: options === undefined ? false : readBatch(options, view),
  };
}

function readBatch(options: ts.Expression, view: ProjectView): boolean | undefined {
  const node = unwrapExpression(options);
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const property = literalProperty(node, 'batch');
  if (property === undefined || !ts.isPropertyAssignment(property)) return undefined;
  const value = constantOf(property.initializer, view)?.value;
  return typeof value === 'boolean' ? value : undefined;
}

function readMethods(node: ts.Expression, view: ProjectView): readonly string[] | undefined {
  const value = constantOf(node, view)?.value;
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.map(String) : undefined;
}
