import { ts } from '../program/typescript.js';
import { plainName, isPublic, isStatic, type TypeArguments } from '../syntax/nodes.js';
import type { Ancestor } from './heritage.js';

/** A public property of a value class, of its own or of a class it extends. */
export interface ValueProperty {
  readonly node: ts.PropertyDeclaration;
  readonly typeArguments: TypeArguments;
  /** The properties of this name of the classes it extends, whose limits hold too. */
  readonly overridden: readonly ValueProperty[];
}

/** The public properties of a value class: the base class's first, an override in its own place. */
export function propertiesOf(lineage: readonly Ancestor[]): readonly ValueProperty[] {
  const all = lineage.toReversed().flatMap(ownProperties);
  const last = new Map(all.map(({ node }, index) => [plainName(node.name), index]));
  return all.flatMap((property, index) => {
    const name = plainName(property.node.name);
    if (name === undefined) return [property];
    if (last.get(name) !== index) return [];
    const overridden = all.slice(0, index).filter(({ node }) => plainName(node.name) === name);
    return [{ ...property, overridden }];
  });
}

function ownProperties({ node, typeArguments }: Ancestor): readonly ValueProperty[] {
  return node.members
    .filter(ts.isPropertyDeclaration)
    .filter((member) => !isStatic(member) && isPublic(member))
    .map((member) => ({ node: member, typeArguments, overridden: [] }));
}
