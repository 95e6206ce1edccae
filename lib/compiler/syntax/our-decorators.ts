import type { ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';

/** A decorator of this package, as the source writes it. */
export interface OurDecorator {
  readonly name: string;
  readonly node: ts.Decorator;
  readonly arguments: readonly ts.Expression[];
}

/** The decorators of a node: those of this package, and the number of others. */
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

/** The decorators of this package that have one name, in the order of the source. */
export function decoratorsNamed(
  name: string,
  node: ts.Node,
  view: ProjectView,
): readonly OurDecorator[] {
  return decoratorsOf(node, view).ours.filter((decorator) => decorator.name === name);
}

/** Whether a class has `@ValueClass` itself. */
export function isValueClass(node: ts.Node, view: ProjectView): boolean {
  return decoratorsNamed('ValueClass', node, view).length > 0;
}

function ourDecorator(node: ts.Decorator, view: ProjectView): OurDecorator | undefined {
  const call = ts.isCallExpression(node.expression) ? node.expression : undefined;
  const name = view.ourName(view.resolve(call?.expression ?? node.expression));
  return name === undefined ? undefined : { name, node, arguments: call?.arguments ?? [] };
}
