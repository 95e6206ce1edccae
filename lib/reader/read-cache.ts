import type { CacheDeclaration } from '../signature/declaration.js';
import { bare, constantOf } from './constant.js';
import type { OurDecorator } from './our-decorators.js';
import type { ProjectView } from './project-view.js';
import { ts } from './typescript.js';

/** What passes where the source has no constant: the boot judges the duration itself. */
const JUDGED_AT_BOOT = '1s';

/** Reads `@Cache({ … })`, as far as the rules ask. */
export function readCache(decorator: OurDecorator, view: ProjectView): CacheDeclaration {
  const [argument] = decorator.arguments;
  const node = argument === undefined ? undefined : bare(argument);
  if (node === undefined || !ts.isObjectLiteralExpression(node)) {
    return { ttl: JUDGED_AT_BOOT, statesVary: true };
  }
  const option = (name: string) => optionOf(node, name, view);
  const isOpen = node.properties.some((property) => ts.isSpreadAssignment(property));
  const stale = option('staleWhileRevalidate');
  return {
    ttl: option('ttl')?.value ?? (isOpen ? JUDGED_AT_BOOT : undefined),
    statesVary: isOpen || option('vary') !== undefined,
    ...(stale === undefined ? {} : { staleWhileRevalidate: stale.value }),
  };
}

function optionOf(
  node: ts.ObjectLiteralExpression,
  name: string,
  view: ProjectView,
): { readonly value: unknown } | undefined {
  const property = node.properties.find(
    (one) => one.name !== undefined && ts.isIdentifier(one.name) && one.name.text === name,
  );
  if (property === undefined) return undefined;
  const constant = ts.isPropertyAssignment(property)
    ? constantOf(property.initializer, view)
    : undefined;
  return constant ?? { value: JUDGED_AT_BOOT };
}
