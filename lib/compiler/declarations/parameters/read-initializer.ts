import { bare, constantOf } from '../../syntax/constant.js';
import { enumConstants } from '../../types/read-enum.js';
import { accept, reject, type Reading } from '../../syntax/rejection.js';
import type { Scope } from '../../types/type-reader.js';
import { ts } from '../../program/typescript.js';

/**
 * Reads the type of a parameter that has none written: from a literal or an enum's member as its
 * default. `page = 1` is a number, as it is to TypeScript; an integer says so.
 */
export function readInitializer(
  node: ts.ParameterDeclaration | ts.PropertyDeclaration,
  scope: Scope,
): Reading {
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

function readMember(symbol: ts.Symbol, node: ts.Node, scope: Scope): Reading {
  const values = enumConstants(symbol, scope);
  return values === undefined
    ? reject('RR2011', node)
    : accept({ kind: 'enum', name: symbol.name, values });
}

/** The enum of `Variant.Full`. */
function enumOfMember(initializer: ts.Expression, { view }: Scope): ts.Symbol | undefined {
  const symbol = view.resolve(bare(initializer));
  const member = symbol?.valueDeclaration;
  if (member === undefined || !ts.isEnumMember(member)) return undefined;
  return view.checker.getSymbolAtLocation(member.parent.name);
}
