import { ts } from '../program/typescript.js';
import {
  NO_TYPE_ARGUMENTS,
  isRejection,
  oneLine,
  reject,
  type Rejection,
  hasTypeParameters,
  arrayElement,
  compareValues,
  unionMembers,
  accept,
  withAbsence,
  type TypeReading,
} from '../syntax/nodes.js';
import { withoutLoss } from './lost-limits.js';
import { checkedMembers } from './objects/checked-members.js';
import { objectOf } from './objects/read-object.js';
import { enumType, listOf, readInstance } from './read-enum.js';
import {
  describeElements,
  describeOther,
  describeUnion,
  isInt,
  linkedType,
  objectName,
} from './describe-type.js';
import type { TypeScope } from './type-reading.js';
import { unionOf } from './union-of.js';

const ABSENT = ts.TypeFlags.Null | ts.TypeFlags.Undefined;

/**
 * A condition, `typeof`, `Exclude`: only the checker can resolve it. A plain `number` is rejected, since the checker
 * does not show whether it was written as `int`.
 */
export function readChecked(node: ts.TypeNode, scope: TypeScope): TypeReading {
  visitNames(node, scope);
  const reading = readCheckedType(scope.view.checker.getTypeFromTypeNode(node), node, scope);
  return withoutLoss(reading, node, scope);
}

/** Diagnostics point at `node`. */
export function readCheckedType(type: ts.Type, node: ts.Node, scope: TypeScope): TypeReading {
  const isDescribed = scope.mode === 'described';
  const present = isDescribed ? scope.view.checker.getNonNullableType(type) : type;
  const reading = readPresent(present, node, scope);
  if (isRejection(reading)) return isDescribed ? reading : withTypeText(reading, type, scope);
  if (reading.type.kind === 'opaque') return reading;
  const has = (flag: ts.TypeFlags) => unionMembers(type).some(({ flags }) => (flags & flag) !== 0);
  return withAbsence(reading, has(ts.TypeFlags.Null), has(ts.TypeFlags.Undefined));
}

/** The checker resolves these names by itself: their files are dependencies too. */
function visitNames(node: ts.Node, scope: TypeScope): void {
  if (ts.isIdentifier(node)) scope.view.resolve(node);
  ts.forEachChild(node, (child) => visitNames(child, scope));
}

/** Adds the resulting type to the text of a rejection, unless it is there already. */
function withTypeText(rejection: Rejection, type: ts.Type, { view }: TypeScope): Rejection {
  const text = oneLine(view.checker.typeToString(type));
  return rejection.isInObject === true || rejection.text.includes(text)
    ? rejection
    : { ...rejection, text: `${rejection.text} (${text})` };
}

/** Reads a type without its `null` and `undefined`. */
function readPresent(type: ts.Type, node: ts.Node, scope: TypeScope): TypeReading {
  const linked = scope.mode === 'described' ? linkedType(type, scope.view) : undefined;
  if (linked !== undefined) return withLinks(readCheckedType(linked, node, scope));
  const members = unionMembers(type).filter(({ flags }) => (flags & ABSENT) === 0);
  const [first] = members;
  if (first === undefined) return reject('RR2001', node);
  const ofOneKind = readOneKind(members, first, node, scope);
  if (ofOneKind !== undefined) return ofOneKind;
  if (members.length === 1) return readSingle(first, node, scope);
  return scope.mode === 'described'
    ? describeUnion(type, node, scope)
    : readSeveral(members, node, scope);
}

function withLinks(reading: TypeReading): TypeReading {
  return isRejection(reading) || reading.type.kind === 'opaque'
    ? reading
    : accept({ ...reading.type, linked: true });
}

/** All booleans or all literals; `undefined` for any others. */
function readOneKind(
  members: readonly ts.Type[],
  first: ts.Type,
  node: ts.Node,
  { mode }: TypeScope,
): TypeReading | undefined {
  if (members.every(isBoolean)) {
    // The checker knows `boolean` as the union of `true` and `false`.
    const isBoth = members.length === 2 || (first.flags & ts.TypeFlags.Boolean) !== 0;
    return isBoth || mode === 'described' ? accept({ kind: 'boolean' }) : reject('RR2001', node);
  }
  if (!members.every(isLiteral)) return undefined;
  const type = enumType(members.toSorted(byDeclaration).map(({ value }) => value));
  if (type !== undefined) return accept(type);
  return mode === 'described' ? undefined : reject('RR2002', node);
}

function isLiteral(type: ts.Type): type is ts.StringLiteralType | ts.NumberLiteralType {
  return type.isStringLiteral() || type.isNumberLiteral();
}

function isBoolean({ flags }: ts.Type): boolean {
  return (flags & ts.TypeFlags.BooleanLike) !== 0;
}

/** Reads types of several kinds, in an order that does not depend on the build. */
function readSeveral(members: readonly ts.Type[], node: ts.Node, scope: TypeScope): TypeReading {
  const groups = [
    members.filter(isBoolean),
    members.filter((type) => type.isStringLiteral()),
    members.filter((type) => type.isNumberLiteral()),
  ];
  const readings = groups.flatMap((types) => {
    const [first] = types;
    return (first && readOneKind(types, first, node, scope)) ?? [];
  });
  const grouped = new Set(groups.flat());
  const others = members
    .filter((type) => !grouped.has(type))
    .map((type) => readSingle(type, node, scope));
  const all = [...readings, ...others].toSorted(byText);
  return unionOf(all, node, scope.mode !== 'received');
}

function byText(a: TypeReading, b: TypeReading): number {
  if (isRejection(a) || isRejection(b)) return 0;
  return JSON.stringify(a.type) < JSON.stringify(b.type) ? -1 : 1;
}

function readSingle(type: ts.Type, node: ts.Node, scope: TypeScope): TypeReading {
  const { flags } = type;
  const isDescribed = scope.mode === 'described';
  if ((flags & ts.TypeFlags.String) !== 0) return accept({ kind: 'string' });
  if ((flags & ts.TypeFlags.Number) !== 0) {
    if (!isDescribed) return reject('RR2015', node);
    return accept({ kind: isInt(node, scope) ? 'integer' : 'number' });
  }
  if ((flags & ts.TypeFlags.Unknown) !== 0 && scope.mode === 'received') {
    return accept({ kind: 'any' });
  }
  if ((flags & ts.TypeFlags.TypeParameter) !== 0 && !isDescribed) return reject('RR2004', node);
  const element = arrayElement(type, scope.view.checker);
  if (element !== undefined) {
    if (isDescribed) return describeElements(element, node, scope);
    const reading = readCheckedType(element, node, scope);
    return isRejection(reading) ? reading : listOf(reading, node);
  }
  const reading = readNamed(type, node, scope);
  if (isDescribed && (reading === undefined || isRejection(reading))) {
    return describeOther(type, node, scope);
  }
  return reading ?? readPlain(type, node, scope);
}

/**
 * The checker keeps a union in the order in which it met the members, which may differ by build. Members of
 * an enum have the order of their declarations, other literals that of their values.
 */
function byDeclaration(
  a: ts.StringLiteralType | ts.NumberLiteralType,
  b: ts.StringLiteralType | ts.NumberLiteralType,
): number {
  return positionOf(a) - positionOf(b) || compareValues(a.value, b.value);
}

function positionOf({ symbol }: ts.Type): number {
  const declared: ts.Symbol | undefined = symbol;
  return declared?.valueDeclaration?.pos ?? 0;
}

/** Reads the request, a file, `Date`, or an instance of a class; `undefined` for any other type. */
function readNamed(type: ts.Type, node: ts.Node, scope: TypeScope): TypeReading | undefined {
  const { view } = scope;
  const symbol: ts.Symbol | undefined = type.getSymbol();
  symbol?.declarations?.forEach(view.visit);
  const known = readKnown(symbol, scope);
  // An intersection has no symbol.
  if (known !== undefined || symbol === undefined) return known;
  return isInstance(type) ? readInstance(symbol, node, scope) : undefined;
}

/** Reads the request, a file that a method receives, and `Date`; `undefined` for any other type. */
export function readKnown(
  symbol: ts.Symbol | undefined,
  { mode, view }: TypeScope,
): TypeReading | undefined {
  const ours = view.ourName(symbol);
  if (ours === 'RestRequest') return accept({ kind: 'request' });
  if (ours === 'EventStream' && mode !== 'received') return accept({ kind: 'opaque', text: ours });
  if (ours === 'UploadedFile' && mode === 'received') return accept({ kind: 'file' });
  return symbol?.name === 'Date' && view.isBuiltIn(symbol) ? accept({ kind: 'date' }) : undefined;
}

/** Reads an object by the properties that the checker knows. */
function readPlain(type: ts.Type, node: ts.Node, scope: TypeScope): TypeReading {
  const members = scope.mode === 'returned' ? undefined : checkedMembers(type, node, scope.view);
  if (members === undefined) return reject('RR2001', node);
  const symbol: ts.Symbol | undefined = type.aliasSymbol ?? type.getSymbol();
  const name = symbol === undefined ? undefined : objectName(symbol, scope.view);
  const open = { name, of: type, typeArguments: NO_TYPE_ARGUMENTS };
  return objectOf(members, open, node, scope);
}

function isInstance(type: ts.Type): boolean {
  return type.isClass() || (type as ts.TypeReference).target?.isClass() === true;
}

/**
 * Returns the reading, or that of the checker if the source does not show the type: a condition on a type argument, a
 * mapped type, `(A | B) & C`. The checker does not know the type of a type parameter.
 */
export function orChecked(reading: TypeReading, node: ts.TypeNode, scope: TypeScope): TypeReading {
  if (!isRejection(reading) || hasTypeParameters(node, scope.view.checker)) return reading;
  const { rejected, isInObject } = reading;
  const isHidden = rejected === 'RR2004' || (rejected === 'RR2001' && isInObject !== true);
  if (!isHidden) return reading;
  const checked = readChecked(node, scope);
  return isRejection(checked) && checked.isInObject !== true ? reading : checked;
}
