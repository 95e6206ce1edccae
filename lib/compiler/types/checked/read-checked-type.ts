import { ts } from '../../program/typescript.js';
import { isRejection, oneLine, reject, type Rejection } from '../../syntax/rejection.js';
import { arrayElement, literalValues, unionMembers } from './checker-types.js';
import { readCheckedLiterals } from './read-checked-literals.js';
import { readCheckedObject } from './read-checked-object.js';
import { listOf } from '../read-list.js';
import type { TypeScope } from '../type-reader.js';
import { withoutLoss } from './without-loss.js';
import { accept, withAbsence, type TypeReading } from '../type-reading.js';
import { unionOf } from '../union-of.js';

const ABSENT = ts.TypeFlags.Null | ts.TypeFlags.Undefined;

/**
 * Reads a type that only the checker can work out: a condition, `typeof`, `Exclude`. A plain `number`
 * is rejected, since the checker does not show whether it was written as `int`.
 */
export function readChecked(node: ts.TypeNode, scope: TypeScope): TypeReading {
  visitNames(node, scope);
  const reading = readCheckedType(scope.view.checker.getTypeFromTypeNode(node), node, scope);
  return withoutLoss(reading, node, scope);
}

/** Reads a type of the checker. Diagnostics point at `node`. */
export function readCheckedType(type: ts.Type, node: ts.Node, scope: TypeScope): TypeReading {
  const members = unionMembers(type);
  const present = members.filter(({ flags }) => (flags & ABSENT) === 0);
  const [first] = present;
  if (first === undefined) return reject('RR2001', node);
  const reading = readPresent(present, first, node, scope);
  if (isRejection(reading)) return withTypeText(reading, type, scope);
  const has = (flag: ts.TypeFlags) => members.some(({ flags }) => (flags & flag) !== 0);
  return withAbsence(reading, has(ts.TypeFlags.Null), has(ts.TypeFlags.Undefined));
}

/** The checker follows names by itself; the files it reads are dependencies too. */
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

/** Reads the members of a union other than `null` and `undefined`. */
function readPresent(
  members: readonly ts.Type[],
  first: ts.Type,
  node: ts.Node,
  scope: TypeScope,
): TypeReading {
  if (members.every(({ flags }) => (flags & ts.TypeFlags.BooleanLike) !== 0)) {
    // The checker knows `boolean` as the union of `true` and `false`.
    const isBoth = members.length === 2 || (first.flags & ts.TypeFlags.Boolean) !== 0;
    return isBoth ? accept({ kind: 'boolean' }) : reject('RR2001', node);
  }
  if (literalValues(members) !== undefined) return readCheckedLiterals(members, node);
  return members.length === 1 ? readSingle(first, node, scope) : readSeveral(members, node, scope);
}

/** Reads types of several kinds, in an order that does not depend on the build. */
function readSeveral(members: readonly ts.Type[], node: ts.Node, scope: TypeScope): TypeReading {
  const isBoolean = (type: ts.Type) => (type.flags & ts.TypeFlags.BooleanLike) !== 0;
  const groups = [
    members.filter(isBoolean),
    members.filter((type) => type.isStringLiteral()),
    members.filter((type) => type.isNumberLiteral()),
  ].filter(({ length }) => length > 0);
  const grouped = new Set(groups.flat());
  const others = members.filter((type) => !grouped.has(type)).map((type) => [type]);
  const readings = [...groups, ...others].flatMap((types) => {
    const [first] = types;
    return first === undefined ? [] : [readPresent(types, first, node, scope)];
  });
  return unionOf(readings.toSorted(byText), node, scope.isReturned);
}

function byText(a: TypeReading, b: TypeReading): number {
  if (isRejection(a) || isRejection(b)) return 0;
  return JSON.stringify(a.type) < JSON.stringify(b.type) ? -1 : 1;
}

function readSingle(type: ts.Type, node: ts.Node, scope: TypeScope): TypeReading {
  const { flags } = type;
  if ((flags & ts.TypeFlags.TypeParameter) !== 0) return reject('RR2004', node);
  if ((flags & ts.TypeFlags.Unknown) !== 0 && !scope.isReturned) return accept({ kind: 'any' });
  if ((flags & ts.TypeFlags.String) !== 0) return accept({ kind: 'string' });
  if ((flags & ts.TypeFlags.Number) !== 0) return reject('RR2015', node);
  const element = arrayElement(type, scope.view.checker);
  if (element === undefined) return readCheckedObject(type, node, scope);
  const reading = readCheckedType(element, node, scope);
  return isRejection(reading) ? reading : listOf(reading, node);
}
