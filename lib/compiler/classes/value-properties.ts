import { ts } from '../program/typescript.js';
import { isPublic, isStatic } from '../syntax/modifiers.js';
import { plainName } from '../syntax/plain-name.js';
import type { TypeArguments } from '../syntax/type-arguments.js';
import type { Ancestor } from './heritage.js';

/** A public property of a value class, of its own or of a class it extends. */
export interface ValueProperty {
  readonly node: ts.PropertyDeclaration;
  readonly typeArguments: TypeArguments;
}

/** The public properties of a value class: the base class's first, an override in its own place. */
export function propertiesOf(lineage: readonly Ancestor[]): readonly ValueProperty[] {
  const all = lineage.toReversed().flatMap(ownProperties);
  const last = new Map(all.map(({ node }, index) => [plainName(node.name), index]));
  return all.filter(({ node }, index) => {
    const name = plainName(node.name);
    return name === undefined || last.get(name) === index;
  });
}

function ownProperties({ node, typeArguments }: Ancestor): readonly ValueProperty[] {
  return node.members
    .filter(ts.isPropertyDeclaration)
    .filter((member) => !isStatic(member) && isPublic(member))
    .map((member) => ({ node: member, typeArguments }));
}
