import type { Responses } from '../../../model/declaration/route-declaration.js';
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
  /** `{ responses: 'declared' }`; `undefined` where the source does not show it. */
  readonly responses: Responses | undefined;
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
    responses: options === undefined ? undefined : readResponses(options, view),
  };
}

function readBatch(options: ts.Expression, view: ProjectView): boolean | undefined {
  const value = readOption(options, 'batch', view);
  return typeof value === 'boolean' ? value : undefined;
}

function readResponses(options: ts.Expression, view: ProjectView): Responses | undefined {
  const value = readOption(options, 'responses', view);
  return value === 'declared' || value === 'returned' ? value : undefined;
}

/** The value of an option, where the source shows it. */
function readOption(options: ts.Expression, name: string, view: ProjectView): unknown {
  const node = unwrapExpression(options);
  if (!ts.isObjectLiteralExpression(node)) return constantOption(node, name, view);
  const property = literalProperty(node, name);
  return property !== undefined && ts.isPropertyAssignment(property)
    ? constantOf(property.initializer, view)?.value
    : undefined;
}

/** The same of options that have a name. */
function constantOption(node: ts.Expression, name: string, view: ProjectView): unknown {
  const value: unknown = constantOf(node, view)?.value;
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function readMethods(node: ts.Expression, view: ProjectView): readonly string[] | undefined {
  const value = constantOf(node, view)?.value;
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.map(String) : undefined;
}
