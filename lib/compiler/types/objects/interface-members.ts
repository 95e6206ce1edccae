import { ts } from '../../program/typescript.js';
import { isRejection, type Rejection } from '../../syntax/rejection.js';
import { bindTypeArguments, type TypeArguments } from '../../syntax/type-arguments.js';
import { readObjectLimits } from '../../tags/read-tags.js';
import { strayTag } from '../../tags/stray-tags.js';
import type { TypeScope } from '../type-reader.js';
import { declaredMembers } from './declared-members.js';
import { joinMembers, withObjectLimits, type Members } from './members.js';

/** A name with type arguments. */
interface Generic {
  readonly typeArguments?: ts.NodeArray<ts.TypeNode> | undefined;
}

/** The types that the type parameters of an interface stand for where it is named. */
export function interfaceArguments(
  node: Generic,
  symbol: ts.Symbol,
  { typeArguments, view }: TypeScope,
): TypeArguments {
  const [declaration] = interfacesOf(symbol);
  const given = { nodes: node.typeArguments, typeArguments };
  return bindTypeArguments(declaration?.typeParameters, given, view.checker);
}

/** The members of an interface: those of the ones it extends first, then of all its declarations. */
export function interfaceMembers(
  node: Generic,
  symbol: ts.Symbol,
  scope: TypeScope,
): Members | Rejection {
  const within = { ...scope, typeArguments: interfaceArguments(node, symbol, scope) };
  const declarations = interfacesOf(symbol);
  const extended = declarations
    .flatMap(({ heritageClauses = [] }) => heritageClauses.flatMap(({ types }) => [...types]))
    .map((type) => scope.readMembers(type, within));
  const own = declarations.map(({ members }) => declaredMembers(members, within.typeArguments));
  const all = [...extended, ...own];
  const limits = readObjectLimits(declarations);
  if (isRejection(limits)) return limits;
  const stray = scope.isReturned ? [] : declarations.flatMap((one) => strayTag(one) ?? []);
  const rejection = [...stray, ...all].find(isRejection);
  if (rejection !== undefined) return rejection;
  return withObjectLimits(
    joinMembers(all.flatMap((one) => (isRejection(one) ? [] : [one]))),
    limits,
  );
}

function interfacesOf({ declarations = [] }: ts.Symbol): readonly ts.InterfaceDeclaration[] {
  return declarations.filter(ts.isInterfaceDeclaration);
}
