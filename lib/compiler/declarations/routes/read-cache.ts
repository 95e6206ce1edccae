import type { CacheDeclaration } from '../../../model/declaration/route-declaration.js';
import type { ProjectView } from '../../program/project-view.js';
import { hasSpread, literalProperty } from '../../syntax/object-literal.js';
import { ts } from '../../program/typescript.js';
import { unwrapExpression } from '../../syntax/unwrap-expression.js';
import { constantOf } from '../../syntax/constant.js';
import type { OurDecorator } from '../../syntax/our-decorators.js';
import { plainName } from '../../syntax/plain-name.js';

/** Takes the place of a duration that is not constant, which is checked at startup. */
const VALID_DURATION = '1s';

/** Reads the options of `@Cache({ … })` that the rules check. */
export function readCache(decorator: OurDecorator, view: ProjectView): CacheDeclaration {
  const [argument] = decorator.arguments;
  const node = argument === undefined ? undefined : unwrapExpression(argument);
  if (node === undefined || !ts.isObjectLiteralExpression(node)) {
    return { ttl: VALID_DURATION, statesVary: true };
  }
  const option = (name: string) => optionOf(node, name, view);
  const isOpen = hasSpread(node);
  const stale = option('staleWhileRevalidate');
  const taken = takenArguments(node);
  return {
    ttl: option('ttl')?.value ?? (isOpen ? VALID_DURATION : undefined),
    ...varyOf(node, isOpen, view),
    ...(stale === undefined ? {} : { staleWhileRevalidate: stale.value }),
    ...(taken.length === 0 ? {} : { takenArguments: taken }),
  };
}

/** A function, or another value that is not constant, is checked at startup. */
function varyOf(
  node: ts.ObjectLiteralExpression,
  isOpen: boolean,
  view: ProjectView,
): Pick<CacheDeclaration, 'statesVary' | 'vary'> {
  const property = literalProperty(node, 'vary');
  if (property === undefined) return { statesVary: isOpen };
  const constant = ts.isPropertyAssignment(property)
    ? varyConstant(property.initializer, view)
    : undefined;
  if (constant === undefined) return { statesVary: true };
  const { value: vary } = constant;
  return vary === undefined ? { statesVary: false } : { statesVary: true, vary };
}

/** The value of `vary`, which is `{ headers: […] }`; `undefined` where it is not constant. */
function varyConstant(
  expression: ts.Expression,
  view: ProjectView,
): { readonly value: unknown } | undefined {
  const node = unwrapExpression(expression);
  if (!ts.isObjectLiteralExpression(node)) return constantOf(node, view);
  const headers = literalProperty(node, 'headers');
  if (headers === undefined) {
    const isOpen = hasSpread(node);
    return isOpen ? undefined : { value: {} };
  }
  if (!ts.isPropertyAssignment(headers)) return undefined;
  const list = constantOf(headers.initializer, view);
  return list === undefined ? undefined : { value: { headers: list.value } };
}

/** The value of an option; `undefined` where it is absent. */
function optionOf(
  node: ts.ObjectLiteralExpression,
  name: string,
  view: ProjectView,
): { readonly value: unknown } | undefined {
  const property = literalProperty(node, name);
  if (property === undefined) return undefined;
  const constant = ts.isPropertyAssignment(property)
    ? constantOf(property.initializer, view)
    : undefined;
  return constant ?? { value: VALID_DURATION };
}

/**
 * The names of arguments that the functions of `@Cache` destructure: `tags: ({ id }) => …` and
 * `vary: ({ arguments: { id } }) => …`. What they read otherwise is not known here.
 */
function takenArguments(options: ts.ObjectLiteralExpression): readonly string[] {
  const tags = patternOf(literalProperty(options, 'tags'));
  const request = patternOf(literalProperty(options, 'vary'));
  const inRequest = request?.elements.find((element) => nameOf(element) === 'arguments')?.name;
  return [...namesIn(tags), ...namesIn(inRequest)];
}

/** The pattern of the first parameter of a function that is written in place. */
function patternOf(
  property: ts.ObjectLiteralElementLike | undefined,
): ts.ObjectBindingPattern | undefined {
  const name = functionOf(property)?.parameters[0]?.name;
  return name !== undefined && ts.isObjectBindingPattern(name) ? name : undefined;
}

function functionOf(
  property: ts.ObjectLiteralElementLike | undefined,
): ts.SignatureDeclaration | undefined {
  if (property === undefined) return undefined;
  if (ts.isMethodDeclaration(property)) return property;
  if (!ts.isPropertyAssignment(property)) return undefined;
  const value = unwrapExpression(property.initializer);
  return ts.isArrowFunction(value) || ts.isFunctionExpression(value) ? value : undefined;
}

function namesIn(pattern: ts.BindingName | undefined): readonly string[] {
  if (pattern === undefined || !ts.isObjectBindingPattern(pattern)) return [];
  return pattern.elements.map(nameOf).filter((name) => name !== undefined);
}

/** The property that an element takes; `undefined` for the rest, and for a computed name. */
function nameOf({ propertyName, name, dotDotDotToken }: ts.BindingElement): string | undefined {
  if (dotDotDotToken !== undefined) return undefined;
  if (propertyName !== undefined) return plainName(propertyName);
  return ts.isIdentifier(name) ? name.text : undefined;
}
