import { enumConstants } from '../../types/enums/read-enum.js';
import { ts } from '../../program/typescript.js';
import { reject } from '../../syntax/rejection.js';
import { type TypeReading, accept } from '../../types/type-reading.js';
import type { TypeScope } from '../../types/type-reader.js';
import { unwrapExpression } from '../../syntax/unwrap-expression.js';
import { constantOf } from '../../syntax/constant.js';

/**
 * Reads the type of a parameter without an annotation from its default: a literal or the member of an
 * enum. `page = 1` is a number, as it is for TypeScript; an integer needs the annotation `int`.
 */
export function readInitializer(
  node: ts.ParameterDeclaration | ts.PropertyDeclaration,
  scope: TypeScope,
): TypeReading {
  const { initializer } = node;
  if (initializer === undefined) return reject('RR2007', node);
  const member = enumOfMember(initializer, scope);
  if (member !== undefined) return readMember(member, node, scope);
  const value = constantOf(initializer, scope.view)?.value;
  if (typeof value === 'number') return accept({ kind: 'number' });
  if (typeof value === 'string') return accept({ kind: 'string' });
  if (typeof value === 'boolean') return accept({ kind: 'boolean' });
  return reject('RR2007', node);
}

function readMember(symbol: ts.Symbol, node: ts.Node, scope: TypeScope): TypeReading {
  const values = enumConstants(symbol, scope);
  return values === undefined
    ? reject('RR2011', node)
    : accept({ kind: 'enum', name: symbol.name, values });
}

/** The enum of `Variant.Full`. */
function enumOfMember(initializer: ts.Expression, { view }: TypeScope): ts.Symbol | undefined {
  const symbol = view.resolve(unwrapExpression(initializer));
  const member = symbol?.valueDeclaration;
  if (member === undefined || !ts.isEnumMember(member)) return undefined;
  return view.checker.getSymbolAtLocation(member.parent.name);
}
