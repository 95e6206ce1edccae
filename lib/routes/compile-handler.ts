import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { checkCallbacks, type CallbackParameters } from './compile-route.js';
import type {
  CacheDeclaration,
  CallbackDeclaration,
  RouteDeclaration,
} from './declaration/route-declaration.js';
import { capabilitiesOf } from './declaration/permission.js';
import { compileCache } from './definition/cache-definition.js';
import { compileParameters, type CheckedParameter } from './definition/parameter-definition.js';
import { compileCallback, compilePermission } from './definition/permission-definition.js';
import { compilePath } from './paths/path-pattern.js';
import { createRoute, NO_DEFAULTS, type Route, type RoutePlan } from './route.js';
import { located, type CallbackRule, type RouteRule, type RuleReaders } from './rule.js';
import { durationRule, varyFormRule } from './rules/cache.rules.js';
import {
  callbackMethodRule,
  callbackProviderRule,
  handlerCallbackRule,
  statedPermissionRule,
} from './rules/permission.rules.js';

const HANDLER_RULES: readonly RouteRule[] = [statedPermissionRule, durationRule, varyFormRule];

const CALLBACK_RULES: readonly CallbackRule[] = [
  callbackMethodRule,
  handlerCallbackRule,
  callbackProviderRule,
];

/** The properties of a route for which Nest stands in for a handler: routing and parameters. */
const BY_NEST = {
  routeIndex: 0,
  path: '/',
  methods: [],
  permissionOrigin: 'route',
  parameters: [],
  options: {},
} as const;

/** The permission of a handler that states none: it denies everyone. */
const DENIED = { kind: 'anyOf', permissions: [] } as const;

/** A handler of a plain controller, as far as the library serves it: with a permission and a cache. */
interface HandlerDeclaration extends Pick<RouteDeclaration, 'permission'> {
  readonly className: string;
  /** Absent for a permission of the class, without a handler. */
  readonly methodName?: string;
  readonly cache?: CacheDeclaration | undefined;
  /** Names the handler in the keys of the cache; the same in every process. */
  readonly routeId?: string;
}

/** Checks a handler of a plain controller, and compiles it as a route, as `compileRoute` does. */
export function compileHandler(
  { className, methodName, permission, cache, routeId = '' }: HandlerDeclaration,
  readers: RuleReaders,
): Route | readonly Diagnostic[] {
  const name = methodName ?? '';
  const stated = cache === undefined ? { permission } : { permission, cache };
  const route: RouteDeclaration = { ...BY_NEST, ...stated, methodName: name };
  const controller = { className, version: undefined, base: '', routes: [], plain: [] };
  const subject = { controller, readers, route, placeholders: [], parameters: [] };
  const at = methodName === undefined ? { className } : { className, methodName };
  const checked = new Map<CallbackDeclaration, readonly CheckedParameter[]>();
  const diagnostics = [
    ...HANDLER_RULES.flatMap((rule) => rule(subject)).map((finding) => located(finding, at)),
    ...checkCallbacks(subject, at, CALLBACK_RULES, checked),
  ];
  const { startup } = readers;
  if (diagnostics.length > 0 || startup === undefined) return diagnostics;
  const pattern = compilePath(route.path, () => undefined);
  const head = { namespace: '', pattern, methods: [], className, methodName: name };
  const own = {
    ...head,
    capabilities: capabilitiesOf(permission),
    cache: cache && compileCache(cache, routeId, permission),
  };
  return createRoute(own, () => planOf(route, checked, startup));
}

function planOf(
  { permission = DENIED }: RouteDeclaration,
  checked: CallbackParameters,
  { instantiate }: NonNullable<RuleReaders['startup']>,
): RoutePlan {
  const compiled = compilePermission(permission, (callback) =>
    compileCallback(callback, compileParameters(checked.get(callback) ?? [], [], instantiate)),
  );
  return { arguments: [], parameters: [], permission: compiled, responseDefaults: NO_DEFAULTS };
}
