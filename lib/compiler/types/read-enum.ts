import { ts } from '../program/typescript.js';
import { isRejection, reject, type Rejection } from '../syntax/rejection.js';
import { hasLimitTags, isLimitTag, misplacedTag, strayTag } from '../tags/doc-comments.js';
import { type TypeScope, accept, type TypeReading, type AcceptedType } from './type-reading.js';
import type { EnumValue } from '../../schema/vocabulary.js';
import type { EnumSignature, TypeSignature } from '../../types/type.js';

export function readEnum(node: ts.Node, symbol: ts.Symbol, scope: TypeScope): TypeReading {
  const tagged = (symbol.declarations ?? []).find(hasLimitTags);
  if (tagged !== undefined) return misplacedTag(tagged);
  const stray = strayIn(symbol.declarations);
  if (stray !== undefined) return stray;
  const values = enumMembers(symbol).map((member) => memberValue(node, member, scope));
  const rejection = values.find((value) => typeof value === 'object');
  if (rejection !== undefined) return rejection;
  const type = enumType(values.filter((value) => typeof value !== 'object'));
  if (type?.kind !== 'enum')
    return reject('RR2002', node, `${symbol.name}, an enum without values or with mixed ones`);
  const names = enumMembers(symbol).map(({ name }) => name);
  return accept({ kind: 'enum', name: symbol.name, values: type.values, ...namesOf(names, type) });
}

/** The names of the members, unless two have the same value. */
export function namesOf(
  names: readonly ts.PropertyName[],
  { values }: Pick<EnumSignature, 'values'>,
): Pick<EnumSignature, 'members'> {
  if (names.length !== values.length) return {};
  return {
    members: names.map((name) =>
      ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : name.getText(),
    ),
  };
}

/** `Variant.Full`. */
export function readEnumMember(node: ts.Node, symbol: ts.Symbol, scope: TypeScope): TypeReading {
  const member = symbol.declarations?.find(ts.isEnumMember);
  const stray = strayIn(member && [member.parent]);
  if (stray !== undefined) return stray;
  const value = member === undefined ? reject('RR2011', node) : memberValue(node, member, scope);
  return typeof value === 'object' ? value : accept({ kind: 'enum', values: [value] });
}

/** A tag on a member, or beside it. */
function strayIn(declarations: readonly ts.Declaration[] = []): Rejection | undefined {
  const [stray] = declarations.flatMap((one) => strayTag(one, isLimitTag) ?? []);
  return stray;
}

export function enumOf(symbol: ts.Symbol, scope: TypeScope): EnumSignature | undefined {
  const declaration = symbol.declarations?.[0];
  const reading = declaration === undefined ? undefined : readEnum(declaration, symbol, scope);
  return reading === undefined || isRejection(reading) || reading.type.kind !== 'enum'
    ? undefined
    : reading.type;
}

function enumMembers(symbol: ts.Symbol): readonly ts.EnumMember[] {
  return (symbol.declarations ?? [])
    .filter(ts.isEnumDeclaration)
    .flatMap((declaration) => [...declaration.members]);
}

function memberValue(
  node: ts.Node,
  member: ts.EnumMember,
  { view }: TypeScope,
): EnumValue | Rejection {
  view.visit(member);
  const text = `${node.getText()} (member ${member.name.getText()})`;
  return view.checker.getConstantValue(member) ?? reject('RR2011', node, text);
}

/** `undefined` if there are no values, or both texts and numbers. */
export function enumType(values: readonly EnumValue[]): TypeSignature | undefined {
  const kinds = new Set(values.map((value) => typeof value));
  return kinds.size === 1 ? { kind: 'enum', values: [...new Set(values)] } : undefined;
}

/** Elements may be neither `undefined` nor the request. */
export function listOf({ type, optional }: AcceptedType, elements: ts.Node): TypeReading {
  return optional === true || type.kind === 'request'
    ? reject('RR2001', elements)
    : accept({ kind: 'array', items: type });
}

/** `name` is the place where the source names the class. */
export function readInstance(symbol: ts.Symbol, name: ts.Node, scope: TypeScope): TypeReading {
  const key = scope.references.keyOf(symbol, name);
  return typeof key === 'string' ? accept({ kind: 'class', name: key }) : key;
}
