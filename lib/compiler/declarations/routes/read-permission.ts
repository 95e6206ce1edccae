import type { PermissionDeclaration } from '../../../model/declaration/route-declaration.js';
import type { ProjectView } from '../../program/project-view.js';
import type { MethodNode } from './read-method.js';
import { ts } from '../../program/typescript.js';
import { type Rejection, reject } from '../../syntax/rejection.js';
import { unwrapExpression } from '../../syntax/unwrap-expression.js';
import { isHidden, isStatic } from '../../syntax/modifiers.js';
import { constantOf } from '../../syntax/constant.js';

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

/** A permission as the source declares it. */
export type PermissionReading =
  Exclude<PermissionDeclaration, { readonly kind: 'callback' }> | CallbackReading | Rejection;

/** Reads the third argument of `@RestRoute`. */
export function readPermission(
  expression: ts.Expression,
  view: ProjectView,
): PermissionReading | undefined {
  const node = unwrapExpression(expression);
  if (!ts.isNewExpression(node)) return readNamed(node, view);
  const [argument] = node.arguments ?? [];
  const name = view.ourName(view.resolve(node.expression));
  if (name === 'PublicAccess') return { kind: 'public' };
  if (argument === undefined) return undefined;
  if (name === 'Callback') return readCallback(argument, view);
  return name === 'Capability' ? readCapability(argument, view) : undefined;
}

function readCapability(argument: ts.Expression, view: ProjectView): PermissionReading | undefined {
  const capability = constantOf(argument, view)?.value;
  return typeof capability === 'string' ? { kind: 'capability', capability } : undefined;
}

/** Reads a permission that several routes share, by the name of its `const`. */
function readNamed(node: ts.Expression, view: ProjectView): PermissionReading | undefined {
  const declaration = view.resolve(node)?.valueDeclaration;
  const isConstant =
    declaration !== undefined &&
    (ts.isVariableDeclaration(declaration) || ts.isPropertyDeclaration(declaration));
  const initializer = isConstant ? declaration.initializer : undefined;
  return initializer !== undefined && ts.isNewExpression(unwrapExpression(initializer))
    ? readPermission(initializer, view)
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
