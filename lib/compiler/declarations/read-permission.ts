import type { DiagnosticLocation } from '../../diagnostics/location.js';
import type { PermissionDeclaration } from '../../routes/declaration/route-declaration.js';
import type { Ancestor } from '../classes/lineage.js';
import type { ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';
import { constantOf } from '../syntax/constant.js';
import { isHidden, isStatic, literalName, unwrapExpression } from '../syntax/nodes.js';
import { reject, type LocatedRejection, type Rejection } from '../syntax/rejection.js';
import type { TypeScope } from '../types/type-reading.js';
import {
  readMethod,
  rejectedParameters,
  type MethodNode,
  type MethodReading,
} from './read-method.js';

interface PermissionPart {
  /**
   * `undefined` if the source does not show it, and without the parts that it does not show: these are checked
   * at startup.
   */
  readonly declaration: PermissionDeclaration | undefined;
  /** In the order in which the declaration has them. */
  readonly callbacks: readonly CallbackReading[];
  readonly rejections: readonly LocatedRejection[];
}

export interface PermissionReading extends PermissionPart {
  readonly node: ts.Expression;
}

export interface CallbackReading {
  readonly node: ts.Expression;
  /** `undefined` if the name leads to no static method. */
  readonly method: MethodReading | undefined;
  /** The name that the signature of the class has for the method; absent if compiled code cannot reach it. */
  readonly key?: string;
}

export interface PermissionPlace {
  /** The route or the class that has the decorator. */
  readonly location: DiagnosticLocation;
  readonly lineage: readonly Ancestor[];
  readonly scope: TypeScope;
}

const NOT_SHOWN: PermissionPart = { declaration: undefined, callbacks: [], rejections: [] };

export function readPermission(
  node: ts.Expression | undefined,
  place: PermissionPlace,
): PermissionReading | undefined {
  if (node === undefined) return undefined;
  const part = { kind: 'callback', at: 'declaration' } as const;
  const location = { ...place.location, part };
  return { node, ...readPart(node, { ...place, location }, []) };
}

export function callbackSignatures(
  permissions: readonly (PermissionReading | undefined)[],
): Readonly<Record<string, MethodReading['signature']>> {
  const callbacks = permissions.flatMap((permission) => permission?.callbacks ?? []);
  return Object.fromEntries(
    callbacks.flatMap(({ key, method }) =>
      key === undefined || method === undefined ? [] : [[key, method.signature]],
    ),
  );
}

/** `trail` has the initializers that led here, against a constant that names itself. TypeScript reports that. */
function readPart(
  expression: ts.Expression,
  place: PermissionPlace,
  trail: readonly ts.Expression[],
): PermissionPart {
  const { view } = place.scope;
  const node = unwrapExpression(expression);
  if (ts.isCallExpression(node)) return readCombination(node, place, trail);
  if (!ts.isNewExpression(node)) return readNamed(node, place, trail);
  const [argument] = node.arguments ?? [];
  const name = view.ourName(view.resolve(node.expression));
  if (name === 'PublicAccess') return { ...NOT_SHOWN, declaration: { kind: 'public' } };
  if (name === 'GuardedBy') return readGuards(node);
  if (argument === undefined) return NOT_SHOWN;
  if (name === 'Callback') return readCallback(argument, place);
  return name === 'Capability' ? readCapability(argument, view) : NOT_SHOWN;
}

function readCombination(
  { expression, arguments: given }: ts.CallExpression,
  place: PermissionPlace,
  trail: readonly ts.Expression[],
): PermissionPart {
  const { view } = place.scope;
  const kind = view.ourName(view.resolve(expression));
  if (kind !== 'allOf' && kind !== 'anyOf') return NOT_SHOWN;
  const parts = given.map((part) => readPart(part, place, trail));
  const permissions = parts.flatMap(({ declaration }) => declaration ?? []);
  const isShown = permissions.length > 0 || parts.length === 0;
  return {
    declaration: isShown ? { kind, permissions } : undefined,
    callbacks: parts.flatMap(({ callbacks }) => callbacks),
    rejections: parts.flatMap(({ rejections }) => rejections),
  };
}

function readGuards({ arguments: given }: ts.NewExpression): PermissionPart {
  const guards = given?.map((guard) => guard.getText()) ?? [];
  return { ...NOT_SHOWN, declaration: { kind: 'guarded', guards } };
}

function readCapability(argument: ts.Expression, view: ProjectView): PermissionPart {
  const capability = constantOf(argument, view)?.value;
  return typeof capability === 'string'
    ? { ...NOT_SHOWN, declaration: { kind: 'capability', capability } }
    : NOT_SHOWN;
}

/** Reads a permission that several routes share, by the name of its `const`. */
function readNamed(
  node: ts.Expression,
  place: PermissionPlace,
  trail: readonly ts.Expression[],
): PermissionPart {
  const declaration = place.scope.view.resolve(node)?.valueDeclaration;
  const isConstant =
    declaration !== undefined &&
    (ts.isVariableDeclaration(declaration) || ts.isPropertyDeclaration(declaration));
  const initializer = isConstant ? declaration.initializer : undefined;
  if (initializer === undefined || trail.includes(initializer)) return NOT_SHOWN;
  const value = unwrapExpression(initializer);
  return ts.isNewExpression(value) || ts.isCallExpression(value)
    ? readPart(value, place, [...trail, initializer])
    : NOT_SHOWN;
}

/**
 * A static method of another class is described in the signature of the controller that names it, as `Class.method`;
 * the other class has no signature.
 */
function readCallback(node: ts.Expression, place: PermissionPlace): PermissionPart {
  const { location, scope } = place;
  const expression = unwrapExpression(node);
  const isInline = ts.isArrowFunction(expression) || ts.isFunctionExpression(expression);
  const symbol = isInline ? undefined : scope.view.resolve(expression);
  const declared = symbol?.valueDeclaration;
  if (declared === undefined && !isInline) {
    return { ...NOT_SHOWN, rejections: [{ rejection: reject('RR2012', node), location }] };
  }
  const name = symbol?.name ?? '';
  const base = { kind: 'callback', name } as const;
  const method = declared === undefined ? undefined : staticMethodOf(declared);
  const owner = declared === undefined ? undefined : ownerOf(declared, scope.view);
  if (symbol === undefined || method === undefined || owner === undefined) {
    const declaration = { ...base, isStatic: false, parameters: [] };
    return { ...NOT_SHOWN, declaration, callbacks: [{ node, method: undefined }] };
  }
  const reading = readMethod(method, scope);
  const key = callbackKey(name, method, owner, node, place);
  const isOverloaded = (symbol.declarations?.length ?? 0) > 1;
  const parameters = reading.parameters.map(({ source }) => source);
  return {
    declaration: { ...base, isStatic: true, parameters },
    callbacks: [{ node, method: reading, ...(typeof key === 'string' ? { key } : {}) }],
    rejections: [
      ...(typeof key === 'string' ? [] : [{ rejection: key, location }]),
      ...(isOverloaded ? [{ rejection: reject('RR2010', node), location }] : []),
      ...rejectedParameters(reading, 'callback', location),
    ],
  };
}

/** `method` if the controller or the nearest class it extends has the method, else `Class.method`. */
function callbackKey(
  name: string,
  method: MethodNode,
  owner: ts.Symbol,
  node: ts.Expression,
  { lineage, scope }: PermissionPlace,
): string | Rejection {
  const nearest = lineage
    .flatMap((ancestor) => [...ancestor.node.members])
    .find((member) => isStatic(member) && literalName(member.name) === name);
  const isNearest = nearest !== undefined && (method === nearest || method.parent === nearest);
  if (isNearest) return name;
  const key = scope.references.keyOf(owner, classExpression(node));
  return typeof key === 'string' ? `${key}.${name}` : key;
}

/** `Permissions` of `Permissions.mayEdit`. */
function classExpression(node: ts.Expression): ts.Node {
  const expression = unwrapExpression(node);
  return ts.isPropertyAccessExpression(expression) || ts.isElementAccessExpression(expression)
    ? expression.expression
    : expression;
}

/** A public static method, or a static property whose value is a function. */
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
