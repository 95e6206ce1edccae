import type { CacheDeclaration } from '../../../model/declaration/route-declaration.js';
import type { ProjectView } from '../../program/project-view.js';
import { ts } from '../../program/typescript.js';
import { unwrapExpression } from '../../syntax/unwrap-expression.js';
import { constantOf } from '../../syntax/constant.js';
import type { OurDecorator } from '../../syntax/our-decorators.js';

/** What passes where the source has no constant: the boot checks the duration itself. */
const JUDGED_AT_BOOT = '1s';

/** Reads `@Cache({ … })`, as far as the rules ask. */
export function readCache(decorator: OurDecorator, view: ProjectView): CacheDeclaration {
  const [argument] = decorator.arguments;
  const node = argument === undefined ? undefined : unwrapExpression(argument);
  if (node === undefined || !ts.isObjectLiteralExpression(node)) {
    return { ttl: JUDGED_AT_BOOT, statesVary: true };
  }
  const option = (name: string) => optionOf(node, name, view);
  const isOpen = node.properties.some((property) => ts.isSpreadAssignment(property));
  const stale = option('staleWhileRevalidate');
  return {
    ttl: option('ttl')?.value ?? (isOpen ? JUDGED_AT_BOOT : undefined),
    ...varyOf(node, isOpen, view),
    ...(stale === undefined ? {} : { staleWhileRevalidate: stale.value }),
  };
}

/** A function, and whatever else the source has no constant for, is checked at boot. */
function varyOf(
  node: ts.ObjectLiteralExpression,
  isOpen: boolean,
  view: ProjectView,
): Pick<CacheDeclaration, 'statesVary' | 'vary'> {
  const property = propertyOf(node, 'vary');
  if (property === undefined) return { statesVary: isOpen };
  const constant = ts.isPropertyAssignment(property)
    ? varyConstant(property.initializer, view)
    : undefined;
  if (constant === undefined) return { statesVary: true };
  const { value: vary } = constant;
  return vary === undefined ? { statesVary: false } : { statesVary: true, vary };
}

/** `{ headers: […] }` where its list is constant. */
function varyConstant(
  expression: ts.Expression,
  view: ProjectView,
): { readonly value: unknown } | undefined {
  const node = unwrapExpression(expression);
  if (!ts.isObjectLiteralExpression(node)) return constantOf(node, view);
  const headers = propertyOf(node, 'headers');
  if (headers === undefined) {
    const isOpen = node.properties.some((property) => ts.isSpreadAssignment(property));
    return isOpen ? undefined : { value: {} };
  }
  if (!ts.isPropertyAssignment(headers)) return undefined;
  const list = constantOf(headers.initializer, view);
  return list === undefined ? undefined : { value: { headers: list.value } };
}

function propertyOf(
  node: ts.ObjectLiteralExpression,
  name: string,
): ts.ObjectLiteralElementLike | undefined {
  return node.properties.find(
    (one) => one.name !== undefined && ts.isIdentifier(one.name) && one.name.text === name,
  );
}

function optionOf(
  node: ts.ObjectLiteralExpression,
  name: string,
  view: ProjectView,
): { readonly value: unknown } | undefined {
  const property = propertyOf(node, name);
  if (property === undefined) return undefined;
  const constant = ts.isPropertyAssignment(property)
    ? constantOf(property.initializer, view)
    : undefined;
  return constant ?? { value: JUDGED_AT_BOOT };
}
