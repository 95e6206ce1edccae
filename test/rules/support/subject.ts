import type {
  CheckedArgument,
  CheckedParameter,
} from '../../../lib/routes/definition/parameter-definition.js';
import type { ParameterDeclaration } from '../../../lib/routes/declaration/parameter-declaration.js';
import type {
  CallbackDeclaration,
  ControllerDeclaration,
  RouteDeclaration,
} from '../../../lib/routes/declaration/route-declaration.js';
import { placeholdersOf } from '../../../lib/routes/paths/path-pattern.js';
import type { ArgumentSchema } from '../../../lib/schema/vocabulary.js';
import type {
  CallbackSubject,
  ControllerSubject,
  RouteSubject,
  RuleReaders,
} from '../../../lib/routes/rule.js';

/** The readers of a compiler: it knows no provider, no namespace and no decorator of Nest. */
export const COMPILER_READERS: RuleReaders = {
  properties: () => undefined,
  traits: () => undefined,
};

/** A parameter of which nothing is known, with the members that a test gives. */
export function parameterWith(members: Partial<ParameterDeclaration> = {}): ParameterDeclaration {
  return { index: 0, filledByNest: false, statesInjection: false, ...members };
}

/** A valid route, with the members that a test changes. */
export function routeWith(members: Partial<RouteDeclaration> = {}): RouteDeclaration {
  return {
    methodName: 'get',
    routeIndex: 0,
    path: '',
    methods: ['GET'],
    permission: { kind: 'public' },
    permissionOrigin: 'route',
    options: {},
    parameters: [],
    ...members,
  };
}

/** A valid controller with the given routes. */
export function controllerWith(
  members: Partial<ControllerDeclaration> = {},
): ControllerDeclaration {
  return { className: 'Items', version: 'v1', base: '/items', routes: [], ...members };
}

export function controllerSubject(
  members: Partial<ControllerDeclaration> = {},
  readers: Partial<RuleReaders> = {},
): ControllerSubject {
  return { controller: controllerWith(members), readers: { ...COMPILER_READERS, ...readers } };
}

/** What the rules of a route look at; every checked parameter counts as a declared one. */
export function routeSubject(
  route: Partial<RouteDeclaration> = {},
  {
    parameters = [],
    readers = {},
    ...controller
  }: {
    readonly parameters?: readonly CheckedParameter[];
    readonly readers?: Partial<RuleReaders>;
  } & Partial<ControllerDeclaration> = {},
): RouteSubject {
  const declared = parameters.map(({ index }) => parameterWith({ index }));
  const whole = routeWith({ parameters: declared, ...route });
  const subject = controllerSubject({ ...controller, routes: [whole] }, readers);
  const placeholders = placeholdersOf(subject.controller.base + String(whole.path));
  return { ...subject, route: whole, placeholders, parameters };
}

/** What the rules of a callback look at, where it is the permission of the route. */
export function callbackSubject(
  callback: CallbackDeclaration,
  {
    callbackParameters = [],
    ...route
  }: {
    readonly parameters?: readonly CheckedParameter[];
    readonly callbackParameters?: readonly CheckedParameter[];
    readonly readers?: Partial<RuleReaders>;
  } = {},
): CallbackSubject {
  return { ...routeSubject({ permission: callback }, route), callback, callbackParameters };
}

export function argument(
  name: string,
  schema: Partial<ArgumentSchema> = {},
  index = 0,
): CheckedArgument {
  const whole = { type: 'integer', required: true, ...schema } as const;
  return { kind: 'argument', index, name, schema: whole, hydrations: [] };
}
