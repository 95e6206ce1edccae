import type { ProjectView } from '../../program/project-view.js';
import { ts } from '../../program/typescript.js';
import type { TypeScope } from '../type-reader.js';
import { isForeign } from './described-object.js';
import type { Place } from './described-place.js';

/** The type of the value in a promise, an Observable or a response; any other type by itself. */
export function unwrapped(type: ts.Type, view: ProjectView): ts.Type {
  const symbol: ts.Symbol | undefined = type.getSymbol();
  if (symbol === undefined || !isWrapper(symbol, view)) return type;
  const [value] = view.checker.getTypeArguments(type as ts.TypeReference);
  return value === undefined ? type : unwrapped(value, view);
}

function isWrapper(symbol: ts.Symbol, view: ProjectView): boolean {
  if (view.ourName(symbol) === 'RestResponse') return true;
  const isPromise = symbol.name === 'Promise' || symbol.name === 'PromiseLike';
  if (isPromise) return view.isBuiltIn(symbol);
  return symbol.name === 'Observable' && isForeign(symbol, view);
}

/** The type that the class which is read gives for a type parameter. */
export function boundParameter(
  type: ts.Type,
  scope: TypeScope,
): { readonly type: ts.Type; readonly node: ts.TypeNode; readonly scope: TypeScope } | undefined {
  if ((type.flags & ts.TypeFlags.TypeParameter) === 0) return undefined;
  const symbol: ts.Symbol | undefined = type.getSymbol();
  const bound = symbol === undefined ? undefined : scope.typeArguments.get(symbol);
  if (bound === undefined) return undefined;
  const { node, typeArguments } = bound;
  return {
    type: scope.view.checker.getTypeFromTypeNode(node),
    node,
    scope: { ...scope, typeArguments },
  };
}

/**
 * The type that JSON has of a type: what its `toJSON` returns, a text for what extends `string`.
 * `undefined` for a type that is its own.
 */
export function jsonOf(type: ts.Type, { node, scope }: Place): ts.Type | undefined {
  const { checker } = scope.view;
  const parts = type.isIntersection() ? type.types : [type];
  // `string & { readonly brand: 'id' }`, and a template such as `item-${string}`.
  if (parts.some(({ flags }) => (flags & ts.TypeFlags.StringLike) !== 0)) {
    return checker.getStringType();
  }
  const number = parts.find(({ flags }) => (flags & ts.TypeFlags.Number) !== 0);
  if (number !== undefined && number !== type) return number;
  const method = type.getProperty('toJSON');
  if (method === undefined) return undefined;
  const [signature] = checker.getTypeOfSymbolAtLocation(method, node).getCallSignatures();
  const json = signature === undefined ? undefined : checker.getReturnTypeOfSignature(signature);
  return json === type ? undefined : json;
}
