import type { ControllerDeclaration } from '../../routes/declaration/route-declaration.js';
import type { Ancestor } from '../classes/heritage.js';
import type { ProjectView } from '../program/project-view.js';
import type { ts } from '../program/typescript.js';
import { constantOf } from '../syntax/constant.js';
import { decoratorsNamed } from '../syntax/our-decorators.js';

/** The class of a controller, with the arguments of its `@RestController`. */
export type ControllerHead = Pick<ControllerDeclaration, 'className' | 'version' | 'base'> & {
  /** Whether version and base are constant, so that the source shows every path. */
  readonly isConstant: boolean;
  readonly node: ts.ClassLikeDeclaration;
  readonly arguments: readonly ts.Expression[];
};

/** Reads the `@RestController` of a class, its own or an inherited one. */
export function readHead(
  node: ts.ClassLikeDeclaration,
  lineage: readonly Ancestor[],
  view: ProjectView,
): ControllerHead {
  const [decorator] = lineage.flatMap((ancestor) =>
    decoratorsNamed('RestController', ancestor.node, view),
  );
  const given = decorator?.arguments ?? [];
  const texts = given.map((argument) => textOf(argument, view));
  // An argument that is not constant is checked at startup. Here a valid one takes its place.
  return {
    node,
    arguments: given,
    className: classNameOf(node),
    version: texts[0] ?? 'v1',
    base: texts[1] ?? '',
    isConstant: texts.length > 0 && texts.every((text) => text !== undefined),
  };
}

function textOf(argument: ts.Expression, view: ProjectView): string | undefined {
  const value = constantOf(argument, view)?.value;
  return typeof value === 'string' ? value : undefined;
}

/** The name of a class in signatures and diagnostics. */
export function classNameOf(node: ts.ClassLikeDeclaration): string {
  return node.name?.text ?? 'default';
}
