import { stableJson } from '../arguments/argument-key.js';
import type { RouteLayout } from '../arguments/argument-layout.js';
import type { PlannedArgument } from '../plan/import-plan.js';
import { readType } from '../types/type-of-schema.js';
import type { ObjectNode, TypeNode, ValuesNode } from '../types/type-node.js';

/** A type that may get a name. */
export type NamedNode = ObjectNode | ValuesNode;

/** A type, where it occurs. */
export interface TypeUse {
  readonly node: NamedNode;
  /** How often it is written. */
  count: number;
  /** The argument or property that has it, most of the time. */
  readonly argument: string;
  /** Whether it is an item of a list. */
  readonly isItem: boolean;
  readonly isQuery: boolean;
  /** The words of the controllers that use it. */
  readonly owners: Set<readonly string[]>;
}

/** The same for types that are written alike. */
export function nodeKey(node: NamedNode): string {
  return stableJson(node);
}

/** The enums and objects that the arguments have, with how often and where. */
export function typeUses(layouts: readonly RouteLayout[]): ReadonlyMap<string, TypeUse> {
  const uses = new Map<string, TypeUse>();
  const written = new Set<string>();
  for (const { controller, route, classes, plain } of layouts) {
    const isQuery = route.methods.includes('GET');
    const add = (arg: PlannedArgument, weight: number): void => {
      const node = readType(arg.schema);
      const place = { owner: controller.words, isQuery, weight, isItem: false };
      if (node !== undefined) visit(node, arg.name, place, uses);
    };
    for (const arg of plain) add(arg, 1);
    for (const { key, args } of classes) {
      // A class is written once, however many routes use it.
      for (const arg of args) add(arg, written.has(key) ? 0 : 1);
      written.add(key);
    }
  }
  return uses;
}

interface Place {
  readonly owner: readonly string[];
  readonly isQuery: boolean;
  readonly weight: number;
  readonly isItem: boolean;
}

function visit(node: TypeNode, argument: string, place: Place, uses: Map<string, TypeUse>): void {
  if (node.kind === 'plain') return;
  if (node.kind === 'list') return visit(node.items, argument, { ...place, isItem: true }, uses);
  if (node.kind === 'record') return visit(node.values, argument, place, uses);
  if (node.kind === 'union') {
    for (const option of node.options) visit(option, argument, place, uses);
    return;
  }
  const key = nodeKey(node);
  const use = uses.get(key) ?? {
    node,
    count: 0,
    argument,
    isQuery: place.isQuery,
    isItem: place.isItem,
    owners: new Set(),
  };
  use.count += place.weight;
  use.owners.add(place.owner);
  uses.set(key, use);
  if (node.kind === 'object') {
    for (const { name, type } of node.properties)
      visit(type, name, { ...place, isItem: false }, uses);
  }
}
