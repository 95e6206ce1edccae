import type { PermissionDeclaration } from '../../routes/declaration/route-declaration.js';
import type { Combination } from '../../routes/declaration/permission.js';
import type { ProjectView } from '../program/project-view.js';
import type { MethodNode } from './read-method.js';
import { ts } from '../program/typescript.js';
import { unwrapExpression, isHidden, isStatic, type Rejection, reject } from '../syntax/nodes.js';
import { constantOf } from '../syntax/constant.js';

/** A callback with the static method that it names. */
export interface CallbackReading {
  readonly kind: 'callback';
  /** The expression that names the method. */
  readonly node: ts.Expression;
  readonly name: string;
  readonly isStatic: boolean;
  /** The method and its class; absent where the name leads to no static method. */
  readonly method?: MethodNode;
  readonly owner?: ts.Symbol;
  readonly hasOverloads: boolean;
}

/** A permission as the source declares it; a part that the source does not show is `undefined`. */
export type PermissionReading =
  | Extract<PermissionDeclaration, { readonly kind: 'public' | 'capability' }>
  | CallbackReading
  | CombinationReading
  | Rejection;

/** `allOf(…)` or `anyOf(…)`. */
export type CombinationReading = Combination<PermissionReading | undefined>;

/** The initializers that led here: a constant that names itself would never end. TypeScript reports it. */
type Trail = readonly ts.Expression[];

/** The argument of a decorator that states a permission. */
export interface PermissionArgument {
  readonly node: ts.Expression;
  /** `undefined` where the source does not show it: it is checked at startup. */
  readonly reading: PermissionReading | undefined;
}

/** Reads the third argument of `@RestRoute` or `@RestController`. */
export function readPermissionArgument(
  node: ts.Expression | undefined,
  view: ProjectView,
): PermissionArgument | undefined {
  return node === undefined ? undefined : { node, reading: readPermission(node, view) };
}

/** Reads the value of a permission. */
export function readPermission(
  expression: ts.Expression,
  view: ProjectView,
  trail: Trail = [],
): PermissionReading | undefined {
  const node = unwrapExpression(expression);
  if (ts.isCallExpression(node)) return readCombination(node, view, trail);
  if (!ts.isNewExpression(node)) return readNamed(node, view, trail);
  const [argument] = node.arguments ?? [];
  const name = view.ourName(view.resolve(node.expression));
  if (name === 'PublicAccess') return { kind: 'public' };
  if (argument === undefined) return undefined;
  if (name === 'Callback') return readCallback(argument, view);
  return name === 'Capability' ? readCapability(argument, view) : undefined;
}

function readCombination(
  { expression, arguments: parts }: ts.CallExpression,
  view: ProjectView,
  trail: Trail,
): CombinationReading | undefined {
  const kind = view.ourName(view.resolve(expression));
  if (kind !== 'allOf' && kind !== 'anyOf') return undefined;
  return { kind, permissions: parts.map((part) => readPermission(part, view, trail)) };
}

function readCapability(argument: ts.Expression, view: ProjectView): PermissionReading | undefined {
  const capability = constantOf(argument, view)?.value;
  return typeof capability === 'string' ? { kind: 'capability', capability } : undefined;
}

/** Reads a permission that several routes share, by the name of its `const`. */
function readNamed(
  node: ts.Expression,
  view: ProjectView,
  trail: Trail,
): PermissionReading | undefined {
  const declaration = view.resolve(node)?.valueDeclaration;
  const isConstant =
    declaration !== undefined &&
    (ts.isVariableDeclaration(declaration) || ts.isPropertyDeclaration(declaration));
  const initializer = isConstant ? declaration.initializer : undefined;
  if (initializer === undefined || trail.includes(initializer)) return undefined;
  const value = unwrapExpression(initializer);
  return ts.isNewExpression(value) || ts.isCallExpression(value)
    ? readPermission(value, view, [...trail, initializer])
    : undefined;
}

function readCallback(node: ts.Expression, view: ProjectView): CallbackReading | Rejection {
  const expression = unwrapExpression(node);
  const isInline = ts.isArrowFunction(expression) || ts.isFunctionExpression(expression);
  const symbol = isInline ? undefined : view.resolve(expression);
  const declaration = symbol?.valueDeclaration;
  if (declaration === undefined && !isInline) return reject('RR2012', node);
  const method = declaration === undefined ? undefined : staticMethodOf(declaration);
  const name = symbol?.name ?? '';
  const base = { kind: 'callback' as const, node, name, hasOverloads: hasOverloads(symbol) };
  if (method === undefined || declaration === undefined) return { ...base, isStatic: false };
  const owner = ownerOf(declaration, view);
  return owner === undefined
    ? { ...base, isStatic: false }
    : { ...base, isStatic: true, method, owner };
}

/** A public static method, or a static property that holds a function. */
function staticMethodOf(declaration: ts.Declaration): MethodNode | undefined {
  if (!isStatic(declaration) || isHidden(declaration)) return undefined;
  if (ts.isMethodDeclaration(declaration)) return declaration;
  const held = ts.isPropertyDeclaration(declaration) ? declaration.initializer : undefined;
  const value = held === undefined ? undefined : unwrapExpression(held);
  const isFunction =
    value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value));
  return isFunction ? value : undefined;
}

function ownerOf(declaration: ts.Declaration, view: ProjectView): ts.Symbol | undefined {
  const { parent } = declaration;
  if (!ts.isClassLike(parent)) return undefined;
  return view.checker.getSymbolAtLocation(parent.name ?? parent);
}

function hasOverloads(symbol: ts.Symbol | undefined): boolean {
  return (symbol?.declarations?.length ?? 0) > 1;
}
