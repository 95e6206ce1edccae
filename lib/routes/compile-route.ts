import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { DiagnosticLocation } from '../diagnostics/location.js';
import {
  compileArgument,
  argumentsOf,
  type CheckedParameter,
  compileParameters,
} from './definition/parameter-definition.js';
import {
  type CallbackDeclaration,
  type ControllerDeclaration,
  type RestRouteOptions,
  type RouteDeclaration,
  type Statuses,
  type ValueClassReader,
  isHttpMethod,
  statedReturn,
} from './declaration/route-declaration.js';
import { compileCache } from './definition/cache-definition.js';
import { compileCallback, compilePermission } from './definition/permission-definition.js';
import {
  createRoute,
  type FilledSchema,
  type Route,
  type RoutePlan,
  compileResponse,
} from './route.js';
import { describeReturn } from './definition/return-description.js';
import { compilePath, placeholdersOf, trimSlash } from './paths/path-pattern.js';
import { asSent, nameOf } from './declaration/parameter-declaration.js';
import { callbacksOf, capabilitiesOf } from './declaration/permission.js';
import { declaredResponse } from './declared-response.js';
import type { ObjectSchemaMaker } from '../types/type-schema.js';
import { responseSchema, returnedSchema } from '../types/response-schema.js';
import { once } from '../shared/promises.js';
import { documentedSchema } from './rules/check-arguments.js';
import { untypedPlaces } from './rules/untyped-places.js';
import { checkCallbackParameters, checkRouteParameters } from './rules/check-parameters.js';
import { DefinitionNames, objectSchema } from './rules/check-value-class.js';
import {
  located,
  type RouteOption,
  type RouteSubject,
  type RuleReaders,
  type CallbackRule,
  type ControllerRule,
  type RouteRule,
} from './rule.js';
import {
  cachedMethodRule,
  durationRule,
  storableResponseRule,
  takenArgumentsRule,
  varyRule,
} from './rules/cache.rules.js';
import {
  baseRule,
  namespaceRule,
  plainDecoratorRule,
  signatureRule,
  versionRule,
  controllerRule,
  OPTION_RULES,
  repeatedRouteRule,
} from './rules/controller.rules.js';
import {
  callbackMatchRule,
  matchRule,
  methodRule,
  nameRule,
  nestDecoratorRule,
  pathRule,
  placeholderRule,
  fileDecoratorRule,
  fileMethodRule,
} from './rules/route.rules.js';
import {
  callbackArgumentRule,
  callbackMethodRule,
  permissionRule,
  publicGuardRule,
  callbackProviderRule,
  providerRule,
} from './rules/permission.rules.js';

/** The rules of a controller, in the order in which their diagnostics are listed. */
const CONTROLLER_RULES: readonly ControllerRule[] = [
  namespaceRule,
  signatureRule,
  versionRule,
  baseRule,
  plainDecoratorRule,
];

const ROUTE_RULES: readonly RouteRule[] = [
  controllerRule,
  pathRule,
  methodRule,
  placeholderRule,
  matchRule,
  nameRule,
  permissionRule,
  publicGuardRule,
  fileMethodRule,
  (subject) => (subject.route.cache ? CACHE_RULES.flatMap((rule) => rule(subject)) : []),
  providerRule,
  nestDecoratorRule,
  fileDecoratorRule,
  ...OPTION_RULES,
];

const CACHE_RULES: readonly RouteRule[] = [
  cachedMethodRule,
  durationRule,
  varyRule,
  takenArgumentsRule,
  storableResponseRule,
];

const CALLBACK_RULES: readonly CallbackRule[] = [
  callbackMethodRule,
  callbackArgumentRule,
  callbackMatchRule,
  callbackProviderRule,
];

export type CallbackParameters = ReadonlyMap<CallbackDeclaration, readonly CheckedParameter[]>;

/**
 * Checks one controller by all rules that concern only it, and compiles its routes. The build and the application at
 * startup both call this, so both report the same. `checkTable` has the rules between controllers.
 */
export function compileController(
  controller: ControllerDeclaration,
  readers: RuleReaders,
): { readonly routes: readonly Route[]; readonly diagnostics: readonly Diagnostic[] } {
  const { className } = controller;
  const wrong = CONTROLLER_RULES.flatMap((rule) => rule({ controller, readers }));
  const context = wrong.length === 0 ? readers : { ...readers, startup: undefined };
  const compiled = controller.routes.map((route) => compileRoute(route, controller, context));
  return {
    routes: compiled.flatMap((one) => (isRoute(one) ? [one] : [])),
    diagnostics: [
      ...wrong.map((finding) => located(finding, { className })),
      ...compiled.flatMap((one) => (isRoute(one) ? [] : one)),
    ],
  };
}

export function checkTable(controllers: readonly ControllerDeclaration[]): readonly Diagnostic[] {
  return controllers.flatMap(repeatedRouteRule());
}

/** The diagnostics of a controller that repeats routes of earlier ones in the same namespace. */
export function checkAfter(
  earlier: readonly ControllerDeclaration[],
  controller: ControllerDeclaration,
): readonly Diagnostic[] {
  const check = repeatedRouteRule();
  earlier.forEach(check);
  return check(controller);
}

export function isRoute(compiled: Route | readonly Diagnostic[]): compiled is Route {
  return 'define' in compiled;
}

/** The build only checks: for a valid route it gets an empty list. */
function compileRoute(
  stated: RouteDeclaration,
  controller: ControllerDeclaration,
  readers: RuleReaders,
): Route | readonly Diagnostic[] {
  const placeholders = placeholdersOf(controller.base + stated.path);
  const route = withUnused(stated, placeholders);
  const { values: parameters, findings } = checkRouteParameters(route, readers);
  const subject = { controller, readers, route, placeholders, parameters };
  const { methodName, routeIndex } = route;
  const at = { className: controller.className, methodName, routeIndex };
  const own = [...findings, ...ROUTE_RULES.flatMap((rule) => rule(subject))];
  const callbackParameters = new Map<CallbackDeclaration, readonly CheckedParameter[]>();
  const diagnostics = [
    ...own.map((finding) => located(finding, at)),
    ...checkCallbacks(subject, at, CALLBACK_RULES, callbackParameters),
  ];
  const isWrong = diagnostics.length > 0 || readers.startup === undefined;
  return isWrong ? diagnostics : routeOf(subject, callbackParameters, readers.startup);
}

/**
 * A placeholder `slug` may be the parameter `_slug`: by convention, a method does not use such a parameter, and the value
 * is only validated.
 */
function withUnused(route: RouteDeclaration, placeholders: readonly string[]): RouteDeclaration {
  if (!route.parameters.some(({ signature }) => signature?.name.startsWith(UNUSED))) return route;
  const names = new Set(route.parameters.map(nameOf));
  const parameters = route.parameters.map((parameter) => {
    const { signature, options } = parameter;
    const name = signature?.name.slice(UNUSED.length) ?? '';
    const isUnused =
      signature?.name.startsWith(UNUSED) === true &&
      options?.name === undefined &&
      placeholders.includes(name) &&
      !names.has(name) &&
      !placeholders.includes(signature.name);
    return isUnused ? { ...parameter, signature: { ...signature, name } } : parameter;
  });
  return { ...route, parameters };
}

const UNUSED = '_';

export function checkCallbacks(
  subject: RouteSubject,
  at: DiagnosticLocation,
  rules: readonly CallbackRule[],
  checked: Map<CallbackDeclaration, readonly CheckedParameter[]>,
): readonly Diagnostic[] {
  const { permission, parameters: given } = subject.route;
  return callbacksOf<CallbackDeclaration>(permission).flatMap((callback, callbackIndex) => {
    const { values, findings } = checkCallbackParameters(given, callback, subject.readers);
    checked.set(callback, values);
    const whole = { ...subject, callback, callbackParameters: values };
    const all = [...findings, ...rules.flatMap((rule) => rule(whole))];
    const place = callback === permission ? at : { ...at, callbackIndex };
    return all.map((finding) => located(finding, place));
  });
}

function routeOf(
  { controller, route: stated, parameters, readers }: RouteSubject,
  callbackParameters: CallbackParameters,
  startup: NonNullable<RuleReaders['startup']>,
): Route {
  const { className, version = '', base } = controller;
  const route = withStatus(stated, startup.statuses);
  const whole = [startup.namespace, version].join('/').replace(/^\/|\/$/g, '');
  const template =
    `${whole === '' ? '' : `/${whole}`}${trimSlash(base)}${trimSlash(route.path)}` || '/';
  // Without a namespace, the first segment of a path is not a version.
  const namespace = startup.namespace === '' ? '' : whole;
  const args = argumentsOf(parameters);
  const type = statedReturn(route);
  const sent: ValueClassReader = (handle) => readers.properties(handle)?.map(asSent);
  const names = new DefinitionNames();
  const makeObject: ObjectSchemaMaker = (object, isOption) =>
    objectSchema(object, sent, isOption, names);
  const responses: Partial<Pick<Route, 'responseSchema' | 'sentSchema' | 'declaredResponse'>> = type
    ? {
        responseSchema: once(() => responseSchema(type, makeObject)),
        sentSchema: () => returnedSchema(type, makeObject, 'without links'),
        declaredResponse: () => declaredResponse(type, sent),
      }
    : {};
  const own = {
    namespace,
    pattern: compilePath(template, (name) => args.find((argument) => argument.name === name)),
    methods: Object.freeze([...new Set(route.methods)].filter(isHttpMethod)),
    className,
    methodName: route.methodName,
    permissionOrigin: route.permissionOrigin,
    guarded: route.permission?.kind === 'guarded' ? route.permission : undefined,
    capabilities: capabilitiesOf(route.permission),
    options: route.options,
    describedBy: readers.routeOptions.flatMap(({ describe }) => describe ?? []),
    listed: listedOf(route.options, readers.routeOptions),
    // Only GET is cached, so the path identifies the route. A key with a space would be hashed.
    cache: route.cache && compileCache(route.cache, template, route.permission),
    documentation: route.documentation,
    hasArguments: args.length > 0,
    untyped: args.flatMap(untypedPlaces),
    rejectedDefaults: args.filter(({ rejectedDefault }) => rejectedDefault !== undefined),
    checksFiles: args.some(({ file }) => file?.mediaTypes !== undefined),
    filled: () => filledBy(route, readers.properties),
    returned: (pageHeaders: readonly string[]) => describeReturn(route, makeObject, pageHeaders),
    ...responses,
  };
  return createRoute(own, () => planOf(route, parameters, callbackParameters, template, startup));
}

/** The status of a plain controller, if it is to be that: Nest has 200 for a handler of several methods too. */
function withStatus(route: RouteDeclaration, statuses: Statuses): RouteDeclaration {
  if (statuses === 'rest' || route.response?.status !== undefined) return route;
  const status = route.methods.every((method) => method === 'POST') ? CREATED : OK;
  return { ...route, response: { headers: [], ...route.response, status } };
}

const OK = 200;
const CREATED = 201;

function filledBy(
  { parameters }: RouteDeclaration,
  properties: ValueClassReader,
): ReadonlyMap<number, FilledSchema> {
  return new Map(
    parameters.flatMap((source) => {
      const made = source.filledByNest ? documentedSchema(source, properties) : undefined;
      return made === undefined ? [] : [[source.index, made] as const];
    }),
  );
}

function listedOf(options: RestRouteOptions, features: readonly RouteOption[]): Route['listed'] {
  const entries = features.flatMap(({ list }) => Object.entries(list?.(options) ?? {}));
  return Object.freeze(Object.fromEntries(entries));
}

function planOf(
  route: RouteDeclaration,
  parameters: readonly CheckedParameter[],
  callbackParameters: CallbackParameters,
  template: string,
  { instantiate, reading }: NonNullable<RuleReaders['startup']>,
): RoutePlan {
  const { values, lists } = route.options;
  // A route that states WordPress's values has its lists too, whatever the lists of the application are.
  const own = {
    zone: reading.zone,
    values: values ?? reading.values,
    lists: lists ?? (values === 'wordpress' ? undefined : reading.lists),
  };
  const placeholders = new Set(placeholdersOf(template));
  const args = argumentsOf(parameters).map((argument, position) => {
    return compileArgument(argument, position, placeholders.has(argument.name), instantiate, own);
  });
  return {
    arguments: args,
    parameters: compileParameters(parameters, args, instantiate),
    // The arguments of a callback are those of the route.
    permission: compilePermission(route.permission, (callback) => {
      const taken = callbackParameters.get(callback) ?? [];
      return compileCallback(callback, compileParameters(taken, args, instantiate));
    }),
    responseDefaults: compileResponse(route.response),
  };
}
