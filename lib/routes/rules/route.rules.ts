import { isPathTemplate, isWholeSegment } from '../paths/path-pattern.js';
import type { Finding, RouteRule, RouteSubject, CallbackRule } from '../rule.js';
import { HTTP_METHODS, isHttpMethod } from '../declaration/route-declaration.js';
import { argumentsOf, type CheckedArgument } from '../definition/parameter-definition.js';
import { compileMatch, matchDiagnostic } from '../paths/match-pattern.js';
import type { ParameterOwner } from '../../diagnostics/location.js';

/** A path has only allowed characters, and no placeholder twice. */
export const pathRule: RouteRule = ({ route: { path }, controller: { base }, placeholders }) => {
  if (typeof path !== 'string' || !isPathTemplate(path)) {
    const expected = 'a path such as "/items/{id}"';
    return [pathFinding(expected, JSON.stringify(path) ?? 'nothing')];
  }
  const repeated = placeholders.filter((name, index, all) => all.indexOf(name) !== index);
  return repeated.map((name) =>
    pathFinding('every placeholder once', `{${name}} twice in "${base}${path}"`),
  );
};

function pathFinding(expected: string, received: string): Finding {
  return { code: 'RR1001', part: { kind: 'path' }, expected, received };
}

/** A route has at least one HTTP method, and only methods that exist. */
export const methodRule: RouteRule = ({ route: { methods } }) => {
  const wrong = methods.filter((method) => !isHttpMethod(method));
  if (methods.length > 0 && wrong.length === 0) return [];
  const received = wrong.length === 0 ? 'none' : wrong.map(String).join(', ');
  const expected = HTTP_METHODS.join(', ');
  return [{ code: 'RR1023', part: { kind: 'methods' }, expected, received }];
};

/** No two arguments of a route have the same name; the second one is invalid. */
export const nameRule: RouteRule = ({ parameters }) => {
  const all = argumentsOf(parameters);
  const names = all.map(({ name }) => name);
  return all.filter(({ name }, place) => names.indexOf(name) < place).map(nameFinding);
};

function nameFinding({ name, index }: CheckedArgument): Finding {
  return {
    code: 'RR1021',
    part: { kind: 'parameter', owner: 'route', index, name, aspect: 'name' },
    expected: 'names that differ',
    received: `${name} twice`,
  };
}

/** A placeholder has a parameter, which is required and of a type that a path can contain. */
export const placeholderRule: RouteRule = (subject) =>
  subject.placeholders.flatMap((name) => checkPlaceholder(name, subject));

function checkPlaceholder(name: string, subject: RouteSubject): readonly Finding[] {
  const parameter = argumentNamed(subject, name);
  if (parameter !== undefined) return checkParameterOf(name, parameter);
  if (hasUncheckedParameters(subject)) return [];
  const part = { kind: 'placeholder', name } as const;
  return [{ code: 'RR1003', part, expected: `a parameter named ${name}`, received: 'none' }];
}

function checkParameterOf(name: string, parameter: CheckedArgument): readonly Finding[] {
  const { schema, index } = parameter;
  const part = { kind: 'placeholder', name, parameterIndex: index } as const;
  if (schema.required !== true) {
    const received = 'an optional one';
    return [{ code: 'RR1004', part, expected: 'a required parameter', received }];
  }
  if (isCarriedByPath(parameter)) return [];
  const received = parameter.file === undefined ? [schema.type].flat().join(' | ') : 'a file';
  return [{ code: 'RR1005', part, expected: 'int, string or an enum', received }];
}

function isCarriedByPath({ schema, hydrations, file }: CheckedArgument): boolean {
  if (file !== undefined) return false;
  if (schema.type === 'integer') return true;
  if (typeof schema.type !== 'string') return false;
  return schema.enum !== undefined || (schema.type === 'string' && hydrations.length === 0);
}

/**
 * A `match` belongs to a placeholder that is a string or a number and fills its segment, its pattern is valid, and
 * only one placeholder of a path spans slashes: with two, the end of the first would be ambiguous.
 */
export const matchRule: RouteRule = ({ parameters, route, controller }) => {
  const path = controller.base + route.path;
  const own = argumentsOf(parameters).filter(hasMatch);
  const findings = own.flatMap((argument) => checkMatch(argument, path));
  return [
    ...findings,
    ...(findings.length === 0 ? own.filter(spansSlashes).slice(1).map(secondSpan) : []),
  ];
};

/** A `match` belongs to the parameter of the route, not to that of a callback. */
export const callbackMatchRule: CallbackRule = ({ callbackParameters }) => {
  const expected = 'a match on the parameter of the route';
  return argumentsOf(callbackParameters)
    .filter(hasMatch)
    .map((argument) => matchFinding(argument, expected, 'one on the callback', 'callback'));
};

type ArgumentWithMatch = CheckedArgument & { readonly match: string };

function hasMatch(argument: CheckedArgument): argument is ArgumentWithMatch {
  return argument.match !== undefined;
}

function checkMatch(argument: ArgumentWithMatch, path: string): readonly Finding[] {
  const { name, schema, hydrations, match } = argument;
  if (!path.includes(`{${name}}`)) {
    return [matchFinding(argument, 'a placeholder of the path', `the argument ${name}`)];
  }
  const { type } = schema;
  const isMatched = type === 'string' || type === 'integer' || type === 'number';
  if (!isMatched || hydrations.length > 0) {
    const received = [type].flat().join(' | ');
    return [matchFinding(argument, 'a placeholder of type string, integer or number', received)];
  }
  if (!isWholeSegment(path, name)) {
    return [matchFinding(argument, `{${name}} as the whole of a segment`, `"${path}"`)];
  }
  const wrong = matchDiagnostic(match);
  return wrong === undefined ? [] : [matchFinding(argument, wrong.expected, wrong.received)];
}

function spansSlashes({ match }: ArgumentWithMatch): boolean {
  return compileMatch(match).spansSlashes;
}

function secondSpan(argument: ArgumentWithMatch): Finding {
  const expected = 'one placeholder of the path whose pattern can match a slash';
  return matchFinding(argument, expected, 'another one');
}

function matchFinding(
  { index, name }: CheckedArgument,
  expected: string,
  received: string,
  owner: ParameterOwner = 'route',
): Finding {
  const part = { kind: 'parameter', owner, index, name, aspect: '@Param' } as const;
  return { code: 'RR1030', part, expected, received };
}

/**
 * Every decorator of Nest on a method has an effect. Only startup knows it, from the metadata that they write. The
 * method of several routes has one diagnostic.
 */
export const nestDecoratorRule: RouteRule = ({ route, readers: { unusedDecorators } }) => {
  if (unusedDecorators === undefined || route.routeIndex > 0) return [];
  return unusedDecorators(route.methodName).map((name) => ({
    code: 'RR1026',
    part: { kind: 'decorator', name },
    expected: 'a RestResponse',
    received: name,
  }));
};

export function argumentNamed(
  { parameters }: RouteSubject,
  name: string,
): CheckedArgument | undefined {
  return argumentsOf(parameters).find((candidate) => candidate.name === name);
}

/**
 * Whether a parameter of the route has a diagnostic of its own. An argument that is missing may be
 * that one, which is not reported twice.
 */
export function hasUncheckedParameters({ parameters, route }: RouteSubject): boolean {
  return parameters.length < route.parameters.length;
}

/** A client can fill their body with a form. */
const FORM_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** A file comes from the body of a form, which one of the methods of the route must have. */
export const fileMethodRule: RouteRule = ({ parameters, route: { methods } }) => {
  if (methods.some((method) => FORM_METHODS.has(method))) return [];
  return argumentsOf(parameters).flatMap((argument) => findingOf(argument, methods));
};

function findingOf(
  { file, index, name }: CheckedArgument,
  methods: readonly string[],
): readonly Finding[] {
  if (file === undefined) return [];
  const part = { kind: 'parameter', owner: 'route', index, name } as const;
  const received = methods.length === 0 ? 'no method' : methods.join(', ');
  return [{ code: 'RR1033', part, expected: 'POST, PUT or PATCH', received }];
}

/**
 * Nest's interceptors read the form for `@UploadedFile()` and `@UploadedFiles()` of `@nestjs/common`, so a parameter
 * of the type `UploadedFile` cannot read it. Only startup knows the decorators, from the metadata that they write.
 */
export const fileDecoratorRule: RouteRule = ({ parameters, route, readers }) => {
  const takesFiles = argumentsOf(parameters).some(({ file }) => file !== undefined);
  if (!takesFiles || route.routeIndex > 0) return [];
  const decorators = readers.fileDecorators?.(route.methodName) ?? [];
  return decorators.map(({ name, index }) => ({
    code: 'RR1034',
    part: { kind: 'parameter', owner: 'route', index },
    expected: 'parameters of the type UploadedFile only',
    received: name,
  }));
};
