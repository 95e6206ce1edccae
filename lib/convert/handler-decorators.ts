import { ts } from '../compiler/program/typescript.js';
import type { SourceReader } from './parameters/parameter-conversion.js';
import { calleeOf, COMMON, named, type NestDecorator, PACKAGE } from './nest-decorators.js';
import { optionOf } from '../compiler/syntax/nodes.js';
import { type Edit, removeNode, replaceNode } from '../compiler/syntax/text-edits.js';

const SWAGGER = '@nestjs/swagger';

/** Decorators of @nestjs/swagger that describe what the signature says. */
const NEEDLESS = ['ApiParam', 'ApiQuery', 'ApiBody'];
const NEEDLESS_WITH_RETURN_TYPE = ['ApiOkResponse', 'ApiCreatedResponse', 'ApiNoContentResponse'];

/** Those of a handler whose signature says the same. */
export function needlessDecorators(
  { type }: ts.MethodDeclaration,
  decorators: readonly NestDecorator[],
): readonly NestDecorator[] {
  return [
    ...named(decorators, SWAGGER, ...NEEDLESS),
    ...(type === undefined ? [] : named(decorators, SWAGGER, ...NEEDLESS_WITH_RETURN_TYPE)),
    ...named(decorators, PACKAGE, 'RequirePermission'),
  ];
}

/** The descriptions in needless decorators of Swagger: a signature has none. */
export function lostDescriptions(needless: readonly NestDecorator[]): readonly string[] {
  return needless.flatMap(({ name, module, arguments: [options] }) => {
    const description = module === SWAGGER ? optionOf(options, 'description') : undefined;
    return description === undefined ? [] : [`@${name} said ${description.getText()}`];
  });
}

/** Why a route would send what a method returns in another way than Nest: all of it, but `undefined` and `null`. */
export function returnObstacle(
  node: ts.MethodDeclaration,
  checker: ts.TypeChecker,
): string | undefined {
  const parts = returnedTypes(node, checker).filter(isPresent);
  if (parts.length === 0) return undefined;
  if (parts.every(isText)) return 'a text would be sent as JSON, with quotes';
  return parts.every(isBytes) ? 'bytes would be sent as JSON. A StreamableFile is not' : undefined;
}

function isPresent({ flags }: ts.Type): boolean {
  return (flags & ABSENT) === 0;
}

function isText({ flags }: ts.Type): boolean {
  return (flags & ts.TypeFlags.StringLike) !== 0;
}

function isBytes({ symbol }: ts.Type): boolean {
  return symbol?.name === 'Buffer' || symbol?.name === 'Uint8Array';
}

/** Nest sends 200 where a method returns nothing; a route sends 204. */
export function mayReturnNothing(node: ts.MethodDeclaration, checker: ts.TypeChecker): boolean {
  const nothing = ts.TypeFlags.Void | ts.TypeFlags.Undefined;
  return returnedTypes(node, checker).some(({ flags }) => (flags & nothing) !== 0);
}

/** Results that a route may send in another way than Nest. */
export function returnNotes(
  node: ts.MethodDeclaration,
  decorators: readonly NestDecorator[],
  checker: ts.TypeChecker,
): readonly string[] {
  const types = returnedTypes(node, checker);
  const isScalar = ({ flags }: ts.Type): boolean => (flags & SCALAR) !== 0;
  const mayBeText = (type: ts.Type): boolean => isText(type) || (type.flags & UNKNOWN) !== 0;
  const parts = types.filter(isPresent);
  const statesType = named(decorators, COMMON, 'Header').some(({ arguments: [name] }) =>
    /^.content-type.$/i.test(name?.getText() ?? ''),
  );
  return [
    ...(parts.some(mayBeText)
      ? ['a text that it returns is sent as JSON, with quotes; bytes are sent as JSON too.']
      : []),
    ...(statesType ? ['Content-Type is sent as stated; Express adds a charset to it.'] : []),
    ...(types.some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0)
      ? ['null is sent as JSON, where Nest sends an empty body.']
      : []),
    ...(parts.length > 0 && parts.every(isScalar)
      ? ['its value is sent as application/json; on Express, it was text/html.']
      : []),
  ];
}

const UNKNOWN = ts.TypeFlags.Any | ts.TypeFlags.Unknown;

const SCALAR = ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike;

const ABSENT = ts.TypeFlags.Void | ts.TypeFlags.Undefined | ts.TypeFlags.Null;

/** The types that a method, its promise or its observable has, as they are written or inferred. */
function returnedTypes(node: ts.MethodDeclaration, checker: ts.TypeChecker): readonly ts.Type[] {
  const signature = checker.getSignatureFromDeclaration(node);
  if (signature === undefined) return [];
  const returned = checker.getReturnTypeOfSignature(signature);
  const awaited = checker.getAwaitedType(returned) ?? returned;
  const [item] =
    awaited.symbol?.name === 'Observable'
      ? checker.getTypeArguments(awaited as ts.TypeReference)
      : [];
  const type = item ?? awaited;
  return type.isUnion() ? type.types : [type];
}

/** The permission that `@RequirePermission` states for a plain handler. */
export function permissionText(decorators: readonly NestDecorator[]): string | undefined {
  return named(decorators, PACKAGE, 'RequirePermission')[0]?.arguments[0]?.getText();
}

export function hasCacheInterceptor(
  decorators: readonly NestDecorator[],
  { imported }: SourceReader,
): boolean {
  return named(decorators, COMMON, 'UseInterceptors')
    .flatMap((one) => one.arguments)
    .some((one) => calleeOf(one, imported).name === 'CacheInterceptor');
}

export function withoutCacheInterceptor(
  decorators: readonly NestDecorator[],
  { imported }: SourceReader,
): readonly Edit[] {
  const settings = decorators.filter(({ name }) => name === 'CacheTTL' || name === 'CacheKey');
  const interceptors = named(decorators, COMMON, 'UseInterceptors').map((one) => {
    const rest = one.arguments.filter(
      (each) => calleeOf(each, imported).name !== 'CacheInterceptor',
    );
    if (rest.length === one.arguments.length) return undefined;
    return rest.length === 0
      ? removeNode(one.node)
      : replaceNode(one.node, `@UseInterceptors(${rest.map((each) => each.getText()).join(', ')})`);
  });
  return [
    ...interceptors.filter((one) => one !== undefined),
    ...settings.map(({ node }) => removeNode(node)),
  ];
}

/** In Nest's cache manager, 5 seconds by default. */
export function cacheTtl(decorators: readonly NestDecorator[]): string {
  const text = decorators.find(({ name }) => name === 'CacheTTL')?.arguments[0]?.getText() ?? '';
  const milliseconds = /^[\d_]+$/.test(text) ? Number(text.replaceAll('_', '')) : 5000;
  return `${Math.max(1, Math.round(milliseconds / 1000))}s`;
}
