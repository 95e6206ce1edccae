import type { ControllerDeclaration } from '../../model/declaration/route-declaration.js';
import type { Ancestor } from '../classes/heritage.js';
import type { ProjectView } from '../program/project-view.js';
import type { ts } from '../program/typescript.js';
import { constantOf } from '../syntax/constant.js';
import { decoratorsNamed } from '../syntax/our-decorators.js';

/** The class of routes, with the arguments of `@RestController` as far as they are constant. */
export type ControllerHead = Pick<ControllerDeclaration, 'className' | 'base'> & {
  readonly version: string;
  /** Whether version and base are constants, so that the source shows every path. */
  readonly isConstant: boolean;
  readonly node: ts.ClassLikeDeclaration;
  readonly arguments: readonly ts.Expression[];
};

/** Reads the nearest `@RestController` of a class and the classes that it extends. */
export function readHead(
  node: ts.ClassLikeDeclaration,
  lineage: readonly Ancestor[],
  view: ProjectView,
): ControllerHead {
  const decorators = lineage.flatMap((ancestor) =>
    decoratorsNamed('RestController', ancestor.node, view),
  );
  const given = decorators[0]?.arguments ?? [];
  const texts = given.map((argument) => textOf(argument, view));
  // The boot checks what is not constant; until then it counts as valid.
  return {
    node,
    arguments: given,
    className: node.name?.text ?? 'default',
    version: texts[0] ?? 'v1',
    base: texts[1] ?? '',
    isConstant: texts.length > 0 && texts.every((text) => text !== undefined),
  };
}

function textOf(argument: ts.Expression, view: ProjectView): string | undefined {
  const value = constantOf(argument, view)?.value;
  return typeof value === 'string' ? value : undefined;
}
