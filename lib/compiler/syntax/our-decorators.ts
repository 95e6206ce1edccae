import type { ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';

/** A decorator of this package, as it stands in the source. */
export interface OurDecorator {
  readonly name: string;
  readonly node: ts.Decorator;
  readonly arguments: readonly ts.Expression[];
}

/** The decorators of a node: ours by name, and how many others there are. */
export interface Decorators {
  readonly ours: readonly OurDecorator[];
  readonly others: number;
}

/** Reads the decorators of a class, a member or a parameter. */
export function decoratorsOf(node: ts.Node, view: ProjectView): Decorators {
  const all = ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : [];
  const ours = all.flatMap((decorator) => ourDecorator(decorator, view) ?? []);
  return { ours, others: all.length - ours.length };
}

/** The decorators of one name, as written. */
export function named(decorators: Decorators, name: string): readonly OurDecorator[] {
  return decorators.ours.filter((decorator) => decorator.name === name);
}

function ourDecorator(node: ts.Decorator, view: ProjectView): OurDecorator | undefined {
  const call = ts.isCallExpression(node.expression) ? node.expression : undefined;
  const name = view.ourName(view.resolve(call?.expression ?? node.expression));
  return name === undefined ? undefined : { name, node, arguments: call?.arguments ?? [] };
}
