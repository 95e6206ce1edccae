import type { PermissionDeclaration } from '../../../model/declaration/route-declaration.js';
import type { ProjectView } from '../../program/project-view.js';
import type { MethodNode } from './read-method.js';
import { ts } from '../../program/typescript.js';
import { type Rejection, reject } from '../../syntax/rejection.js';
import { unwrapExpression } from '../../syntax/unwrap-expression.js';
import { constantOf } from '../../syntax/constant.js';

/** The static method that a callback names. */
export interface CallbackReading {
  readonly kind: 'callback';
  /** Where the callback names it. */
  readonly node: ts.Expression;
  readonly name: string;
  readonly isStatic: boolean;
  /** The method and its class, where there is one. */
  readonly method?: MethodNode;
  readonly owner?: ts.Symbol;
  readonly hasOverloads: boolean;
}

/** A permission as the source states it; `undefined` where it is no constant. */
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
  switch (view.ourName(view.resolve(node.expression))) {
    case 'PublicAccess':
      return { kind: 'public' };
    case 'Capability': {
      const capability = argument === undefined ? undefined : constantOf(argument, view)?.value;
      return typeof capability === 'string' ? { kind: 'capability', capability } : undefined;
    }
    case 'Callback':
      return argument === undefined ? undefined : readCallback(argument, view);
    default:
      return undefined;
  }
}

/** A permission that several routes share, behind a `const`. */
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
  const flags = ts.getCombinedModifierFlags(declaration);
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  if ((flags & ts.ModifierFlags.Static) === 0 || (flags & hidden) !== 0) return undefined;
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
