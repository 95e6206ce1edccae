import type { EnumValue } from '../../../schema/vocabulary.js';
import type { ts } from '../../program/typescript.js';
import { reject } from '../../syntax/rejection.js';
import { literalValues } from './checker-types.js';
import { enumType } from '../enums/enum-type.js';
import { accept, type TypeReading } from '../type-reading.js';

/** A literal type with the place where it is declared, which members of an enum have. */
interface Literal {
  readonly value: EnumValue;
  readonly position: number;
}

/** Reads a union of literal types. */
export function readCheckedLiterals(types: readonly ts.Type[], node: ts.Node): TypeReading {
  const type = enumType(
    types
      .flatMap(literalsOf)
      .toSorted(inOrder)
      .map(({ value }) => value),
  );
  return type === undefined ? reject('RR2002', node) : accept(type);
}

function literalsOf(type: ts.Type): readonly Literal[] {
  const symbol: ts.Symbol | undefined = type.symbol;
  const position = symbol?.valueDeclaration?.pos ?? 0;
  return (literalValues([type]) ?? []).map((value) => ({ value, position }));
}

/** The checker keeps a union in the order in which it met the members, which may differ by build. */
function inOrder(a: Literal, b: Literal): number {
  if (a.position !== b.position) return a.position - b.position;
  if (a.value === b.value) return 0;
  return a.value < b.value ? -1 : 1;
}
