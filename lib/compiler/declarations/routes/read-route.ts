import type { ProjectView } from '../../program/project-view.js';
import { readPermission, type PermissionReading } from './read-permission.js';
import type { ts } from '../../program/typescript.js';
import { constantOf } from '../../syntax/constant.js';
import type { OurDecorator } from '../../syntax/our-decorators.js';

/** One `@RestRoute` as the source declares it; arguments that are not constant are `undefined`. */
export interface RouteReading {
  readonly decorator: OurDecorator;
  readonly path: string | undefined;
  readonly methods: readonly string[] | undefined;
  readonly permission: PermissionReading | undefined;
  /** Whether there is a third argument at all. */
  readonly hasPermission: boolean;
}

/** Reads the arguments of one `@RestRoute`. */
export function readRoute(decorator: OurDecorator, view: ProjectView): RouteReading {
  const [path, methods, permission] = decorator.arguments;
  const text = path === undefined ? undefined : constantOf(path, view)?.value;
  return {
    decorator,
    path: typeof text === 'string' ? text : undefined,
    methods: methods === undefined ? [] : readMethods(methods, view),
    permission: permission === undefined ? undefined : readPermission(permission, view),
    hasPermission: permission !== undefined,
  };
}

function readMethods(node: ts.Expression, view: ProjectView): readonly string[] | undefined {
  const value = constantOf(node, view)?.value;
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.map(String) : undefined;
}
