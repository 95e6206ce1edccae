import { asWritten, isInt, primitiveIn, unmapped } from '../program/project-view.js';
import { ts } from '../program/typescript.js';
import { arrayElement, compareValues, unionMembers } from '../syntax/nodes.js';
import { isRejection, reject } from '../syntax/rejection.js';
import { enumType, listOf, namesOf, readInstance } from './read-enum.js';
import { type TypeScope, accept, withAbsence, type TypeReading, typeOf } from './type-reading.js';

const ABSENT = ts.TypeFlags.Null | ts.TypeFlags.Undefined;

/** Reads a type as the checker knows it. Diagnostics point at `node`. */
export function readCheckedType(type: ts.Type, node: ts.Node, scope: TypeScope): TypeReading {
  // Of a type parameter, this would make an intersection.
  const nonNull = type.isUnion() ? scope.view.checker.getNonNullableType(type) : type;
  const reading = readNonNull(nonNull, node, scope);
  if (isRejection(reading) || reading.type.kind === 'opaque') return reading;
  const has = (flag: ts.TypeFlags) => unionMembers(type).some(({ flags }) => (flags & flag) !== 0);
  return withAbsence(reading, has(ts.TypeFlags.Null), has(ts.TypeFlags.Undefined));
}

/** The checker resolves these names by itself: their files, and those of the aliases, are dependencies too. */
export function visitNames(node: ts.Node, scope: TypeScope, seen = new Set<ts.Node>()): void {
  if (seen.has(node)) return;
  seen.add(node);
  if (ts.isIdentifier(node)) {
    const aliases = scope.view.resolve(node)?.declarations?.filter(ts.isTypeAliasDeclaration);
    aliases?.forEach(({ type }) => visitNames(type, scope, seen));
  }
  ts.forEachChild(node, (child) => visitNames(child, scope, seen));
}

/** Reads a type without its `null` and `undefined`. */
function readNonNull(type: ts.Type, node: ts.Node, scope: TypeScope): TypeReading {
  const isLinked = scope.view.ourName(type.aliasSymbol) === 'Linked';
  const linked = isLinked ? type.aliasTypeArguments?.[0] : undefined;
  if (linked !== undefined) return withLinks(readCheckedType(linked, node, scope));
  const members = unionMembers(type).filter(({ flags }) => (flags & ABSENT) === 0);
  const [first] = members;
  if (first === undefined) return reject('RR2001', node);
  const ofOneKind = readOneKind(members, node, scope);
  if (ofOneKind !== undefined) return ofOneKind;
  return members.length === 1
    ? readSingle(first, node, scope)
    : scope.use.readUnion(type, node, scope);
}

function withLinks(reading: TypeReading): TypeReading {
  return isRejection(reading) || reading.type.kind === 'opaque'
    ? reading
    : accept({ ...reading.type, linked: true });
}

/** All booleans or all literals; `undefined` for any others. */
export function readOneKind(
  members: readonly ts.Type[],
  node: ts.Node,
  scope: TypeScope,
): TypeReading | undefined {
  const [first] = members;
  if (first === undefined) return undefined;
  if (members.every(isBoolean)) {
    // The checker knows `boolean` as the union of `true` and `false`.
    const isBoth = members.length === 2 || (first.flags & ts.TypeFlags.Boolean) !== 0;
    const type = { kind: 'boolean' } as const;
    return isBoth ? accept(type) : scope.use.onlySent(type, reject('RR2001', node));
  }
  if (!members.every(isLiteral)) return undefined;
  const ordered = asWritten(members.toSorted(byDeclaration), node, scope.view);
  const type = enumType(ordered.map(({ value }) => value));
  const owner = enumOfMembers(members);
  const name = owner && scope.view.checker.getSymbolAtLocation(owner.name)?.name;
  if (type?.kind !== 'enum' || owner === undefined || name === undefined) {
    return type && accept(type);
  }
  const names = ordered.flatMap(
    ({ symbol }) => symbol.declarations?.find(ts.isEnumMember)?.name ?? [],
  );
  return accept({ kind: 'enum', name, values: type.values, ...namesOf(names, type) });
}

/** The enum of which these are all members. */
function enumOfMembers(members: readonly ts.Type[]): ts.EnumDeclaration | undefined {
  const symbols = members.map((member): ts.Symbol | undefined => member.getSymbol());
  const owners = new Set(symbols.map((symbol) => symbol?.valueDeclaration?.parent));
  const [owner] = owners;
  if (owners.size !== 1 || owner === undefined || !ts.isEnumDeclaration(owner)) return undefined;
  const isWhole = owner.members.length === members.length;
  return isWhole ? owner : undefined;
}

function isLiteral(type: ts.Type): type is ts.StringLiteralType | ts.NumberLiteralType {
  return type.isStringLiteral() || type.isNumberLiteral();
}

export function isBoolean({ flags }: ts.Type): boolean {
  return (flags & ts.TypeFlags.BooleanLike) !== 0;
}

function readSingle(given: ts.Type, node: ts.Node, scope: TypeScope): TypeReading {
  const type = unmapped(given);
  const { flags } = type;
  const primitive = primitiveIn(type);
  if (primitive !== undefined) return readPrimitive(primitive, type, node, scope);
  if ((flags & ts.TypeFlags.Unknown) !== 0) return accept({ kind: 'any' });
  if ((flags & ts.TypeFlags.TypeParameter) !== 0) return readBound(type, node, scope);
  const element = arrayElement(type, scope.view.checker);
  if (element !== undefined) {
    const reading = scope.use.readPart(element, elementNode(node), scope);
    return isRejection(reading) ? reading : listOf(reading, node);
  }
  const reading = readNamed(type, node, scope);
  if (reading !== undefined && !isRejection(reading)) return reading;
  return scope.use.readOther(type, node, scope, reading);
}

/** The annotation of the elements of `T[]`. */
function elementNode(node: ts.Node): ts.Node {
  if (ts.isTypeOperatorNode(node)) return elementNode(node.type);
  return ts.isArrayTypeNode(node) ? node.elementType : node;
}

/** The type that the subclass, or the user of an alias, gives for a type parameter. */
function readBound(type: ts.Type, node: ts.Node, scope: TypeScope): TypeReading {
  const bound = scope.typeArguments.get(type.symbol);
  if (bound === undefined) return reject('RR2004', node);
  const within = { ...scope, typeArguments: bound.typeArguments };
  const known = typeOf(bound.node, within);
  return known === undefined
    ? reject('RR2004', node)
    : scope.readType(known, bound.node, node, within);
}

/** A template such as `item-${string}` is sent as a text, and not received. */
function readPrimitive(
  primitive: ts.Type,
  type: ts.Type,
  node: ts.Node,
  scope: TypeScope,
): TypeReading {
  const { flags } = primitive;
  if (primitive !== type && !isInt(type, scope.view)) return readSingle(primitive, node, scope);
  if ((flags & ts.TypeFlags.Number) !== 0) {
    return accept({ kind: isInt(type, scope.view) ? 'integer' : 'number' });
  }
  const text = { kind: 'string' } as const;
  const isText = (flags & ts.TypeFlags.String) !== 0;
  return isText ? accept(text) : scope.use.onlySent(text, reject('RR2001', node));
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

/** Reads the request, an injected object, a file, `Date`, or an instance of a class; `undefined` for any other type. */
function readNamed(type: ts.Type, node: ts.Node, scope: TypeScope): TypeReading | undefined {
  const { view } = scope;
  const symbol: ts.Symbol | undefined = type.getSymbol();
  // An intersection has no symbol.
  if (symbol === undefined) return undefined;
  symbol.declarations?.forEach(view.visit);
  const ours = view.ourName(symbol);
  if (ours === 'RestRequest') return accept({ kind: 'request' });
  if (ours === 'UploadedFile') return accept({ kind: 'file' });
  const injected = view.injectedName(symbol);
  if (injected !== undefined) return accept({ kind: 'request', injected });
  if (symbol.name === 'Date' && view.isBuiltIn(symbol)) return accept({ kind: 'date' });
  return isInstance(type) ? readInstance(symbol, node, scope) : undefined;
}

function isInstance(type: ts.Type): boolean {
  return type.isClass() || (type as ts.TypeReference).target?.isClass() === true;
}
