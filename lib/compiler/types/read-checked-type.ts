import type { EnumValue } from '../../schema/vocabulary.js';
import { listOf } from './read-list.js';
import { enumOf, withAbsence } from './read-union.js';
import { accept, isRejection, oneLine, reject, type Reading } from '../syntax/rejection.js';
import type { Scope } from './type-reader.js';
import { ts } from '../program/typescript.js';

/**
 * Reads a type that only the checker works out: a condition, `typeof`, `Exclude`. A plain number is
 * rejected here, since its alias `int` is no longer to be seen.
 */
export function readChecked(node: ts.TypeNode, scope: Scope): Reading {
  visitNames(node, scope);
  return readCheckedType(scope.view.checker.getTypeFromTypeNode(node), node, scope);
}

/** Reads a checked type; `node` is the place where it stands. */
export function readCheckedType(type: ts.Type, node: ts.Node, scope: Scope): Reading {
  const { checker } = scope.view;
  const members = type.isUnion() ? type.types : [type];
  const values = members.filter(({ flags }) => (flags & ABSENT) === 0);
  const [first] = values;
  if (first === undefined) return reject('RR2001', node);
  const reading = readMembers(values, first, node, scope);
  if (isRejection(reading)) {
    const text = oneLine(checker.typeToString(type));
    return reading.text.includes(text)
      ? reading
      : { ...reading, text: `${reading.text} (${text})` };
  }
  const has = (flag: ts.TypeFlags) => members.some(({ flags }) => (flags & flag) !== 0);
  return withAbsence(reading, has(ts.TypeFlags.Null), has(ts.TypeFlags.Undefined));
}

/** What the checker follows unseen is a dependency too. */
function visitNames(node: ts.Node, scope: Scope): void {
  if (ts.isIdentifier(node)) scope.view.resolve(node);
  ts.forEachChild(node, (child) => visitNames(child, scope));
}

const ABSENT = ts.TypeFlags.Null | ts.TypeFlags.Undefined;

function readMembers(
  members: readonly ts.Type[],
  first: ts.Type,
  node: ts.Node,
  scope: Scope,
): Reading {
  if (members.every(({ flags }) => (flags & ts.TypeFlags.BooleanLike) !== 0)) {
    const isBoth = members.length === 2 || (first.flags & ts.TypeFlags.Boolean) !== 0;
    return isBoth ? accept({ kind: 'boolean' }) : reject('RR2001', node);
  }
  const values = members.flatMap(literalValue);
  if (values.length === members.length) return readValues(members, values, node);
  return members.length === 1 ? readSingle(first, node, scope) : reject('RR2002', node);
}

/** The checker keeps a union in the order in which it met its members: that order is no order. */
function readValues(
  members: readonly ts.Type[],
  values: readonly EnumValue[],
  node: ts.Node,
): Reading {
  const declared = members.map(({ symbol }) => symbol?.valueDeclaration?.pos ?? 0);
  const order = members.map((_, index) => index);
  order.sort(
    (a, b) => compare(declared[a] ?? 0, declared[b] ?? 0) || compare(values[a], values[b]),
  );
  const type = enumOf(order.flatMap((index) => values[index] ?? []));
  return type === undefined ? reject('RR2002', node) : accept(type);
}

function compare(a: EnumValue | undefined, b: EnumValue | undefined): number {
  if (a === undefined || b === undefined || a === b) return 0;
  return a < b ? -1 : 1;
}

function literalValue(type: ts.Type): readonly EnumValue[] {
  return type.isStringLiteral() || type.isNumberLiteral() ? [type.value] : [];
}

function readSingle(type: ts.Type, node: ts.Node, scope: Scope): Reading {
  const { flags } = type;
  const { checker } = scope.view;
  if ((flags & ts.TypeFlags.TypeParameter) !== 0) return reject('RR2004', node);
  if ((flags & ts.TypeFlags.String) !== 0) return accept({ kind: 'string' });
  if ((flags & ts.TypeFlags.Number) !== 0) return reject('RR2015', node);
  const [items] = checker.isArrayType(type)
    ? checker.getTypeArguments(type as ts.TypeReference)
    : [];
  if (items === undefined) return readObject(type, node, scope);
  const reading = readCheckedType(items, node, scope);
  return isRejection(reading) ? reading : listOf(reading.type, reading.optional, node);
}

function readObject(type: ts.Type, node: ts.Node, scope: Scope): Reading {
  const symbol: ts.Symbol | undefined = type.getSymbol();
  if (symbol === undefined) return reject('RR2001', node);
  const { view } = scope;
  symbol.declarations?.forEach(view.visit);
  if (view.ourName(symbol) === 'RestRequest') return accept({ kind: 'request' });
  if (view.isBuiltIn(symbol)) {
    return symbol.name === 'Date' ? accept({ kind: 'date' }) : reject('RR2001', node);
  }
  const isInstance = type.isClass() || (type as ts.TypeReference).target?.isClass() === true;
  if (!isInstance) return reject('RR2001', node);
  const key = scope.references.keyOf(symbol, node);
  return typeof key === 'string' ? accept({ kind: 'class', name: key }) : key;
}
