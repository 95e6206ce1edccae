import { diagnosticAt, type Diagnostic } from '../../diagnostics/diagnostic.js';
import {
  declaredType,
  nameOf,
  type ParameterDeclaration,
} from '../declaration/parameter-declaration.js';
import {
  type ControllerDeclaration,
  type PlainDecorator,
  REQUIRE_PERMISSION,
  type RestRouteOptions,
  type RouteDeclaration,
  UNKNOWN_ARGUMENTS,
} from '../declaration/route-declaration.js';
import {
  isPathTemplate,
  pathParts,
  placeholdersOf,
  statedNamespace,
  textsOf,
  trimSlash,
} from '../paths/path-pattern.js';
import {
  type ControllerRule,
  type Finding,
  optionFinding,
  type SignatureFact,
  type RouteRule,
} from '../rule.js';
import { closestName } from '../../shared/closest-name.js';
import { SIGNATURE_FORMAT } from '../../types/method-signature.js';
import { LIST_STYLES, VALUE_MEANINGS } from '../definition/value-reading.js';
import { declareProperty } from './check-value-class.js';

/** A controller has a namespace. Only startup knows it: modules and `package.json` state it. */
export const namespaceRule: ControllerRule = ({ readers: { namespace } }) => {
  if (namespace === undefined || statedNamespace(namespace) !== undefined) return [];
  const text = JSON.stringify(namespace.value) ?? 'none';
  const received = namespace.origin === undefined ? text : `${text} (${namespace.origin})`;
  return [{ code: 'RR1025', expected: 'a namespace such as "acme"', received }];
};

/**
 * A signature has a format that this version reads, and its compiler found no errors. Only startup knows it: the
 * compiler that writes a signature reports its own diagnostics.
 */
export const signatureRule: ControllerRule = ({ readers: { signature } }) =>
  checkSignature(signature);

/** The same for a class that may not be a controller of the library. */
export function checkSignature(signature: SignatureFact | undefined): readonly Finding[] {
  if (signature === undefined) return [];
  const { format, diagnostics } = signature;
  if (format !== SIGNATURE_FORMAT) {
    const expected = `format ${SIGNATURE_FORMAT}`;
    return [{ code: 'RR1017', expected, received: `format ${String(format)}` }];
  }
  return diagnostics.map((received) => ({
    code: 'RR1027',
    expected: 'a source without diagnostics',
    received,
  }));
}

const VERSION = /^[A-Za-z0-9._~-]+(?:\/[A-Za-z0-9._~-]+)*$/;

/** A version is path segments without a slash at either end; empty if the paths have none. */
export const versionRule: ControllerRule = ({ controller: { version } }) => {
  if (version === undefined || version === '' || VERSION.test(version)) return [];
  const received = JSON.stringify(version);
  return [
    {
      code: 'RR1002',
      part: { kind: 'version' },
      expected: 'a version such as "v1"',
      received,
    },
  ];
};

/** The base of a controller follows the rules of paths. */
export const baseRule: ControllerRule = ({ controller: { version, base } }) => {
  if (version === undefined || isPathTemplate(base)) return [];
  return [
    {
      code: 'RR1001',
      part: { kind: 'base' },
      expected: 'a base such as "/items"',
      received: JSON.stringify(base),
    },
  ];
};

/**
 * A class of routes is only that: Nest would call its methods past the permissions of their routes, and a permission
 * that is stated for Nest would not be checked on a route.
 */
export const plainDecoratorRule: ControllerRule = ({ controller: { version, plain } }) =>
  version === undefined ? [] : plain.map(plainFinding);

function plainFinding({ name, methodName, base }: PlainDecorator): Finding {
  const part = { kind: 'decorator', name } as const;
  const received = base === undefined ? name : `${name} of ${base}`;
  const at = { part, received, ...(methodName === undefined ? {} : { methodName }) };
  if (name !== REQUIRE_PERMISSION) {
    const expected = methodName === undefined ? '@RestController only' : '@RestRoute only';
    return { code: 'RR1067', expected, ...at };
  }
  const expected =
    methodName === undefined
      ? 'the permission in @RestController or @RestRoute'
      : 'the permission in @RestRoute';
  return { code: 'RR1066', expected, ...at };
}

/** The finding of a route in a class without `@RestController`. */
export const NO_CONTROLLER: Finding = {
  code: 'RR1007',
  expected: '@RestController on the class',
  received: 'none',
};

export const controllerRule: RouteRule = ({ controller }) =>
  controller.version === undefined ? [NO_CONTROLLER] : [];

/** `publicWrite` is for routes that are public and write. A compiler may not know the permission. */
const publicWriteRule: RouteRule = ({ route: { options, permission, methods } }) => {
  if (options.publicWrite !== true || methods.length === 0) return [];
  const expected = 'new PublicAccess() and POST, PUT, PATCH or DELETE';
  if (methods.every((method) => method === 'GET'))
    return [optionFinding('RR1073', expected, 'only GET')];
  if (permission === undefined || permission.kind === 'public') return [];
  return [optionFinding('RR1073', expected, `the permission ${permission.kind}`)];
};

const valueRule: RouteRule = ({ route: { options } }) =>
  CHOICES.flatMap(([name, choices]) => {
    const stated: unknown = options[name];
    if (stated === undefined || choices.some((one) => one === stated)) return [];
    const expected = `${name}: ${choices.map((one) => `'${one}'`).join(' or ')}`;
    return [optionFinding('RR1038', expected, JSON.stringify(stated) ?? typeof stated)];
  });

const CHOICES = [
  ['values', VALUE_MEANINGS],
  ['lists', LIST_STYLES],
  ['unknownArguments', UNKNOWN_ARGUMENTS],
] as const;

/** The names of the options that the core reads. */
const OWN_OPTIONS: Readonly<Partial<Record<keyof RestRouteOptions, true>>> = {
  hidden: true,
  publicWrite: true,
  values: true,
  lists: true,
  unknownArguments: true,
  openapi: true,
};

/** Something reads each option: a misspelt name would silently have no effect. */
const optionNameRule: RouteRule = ({ route: { options }, readers: { routeOptions } }) => {
  const known = [...Object.keys(OWN_OPTIONS), ...routeOptions.map(({ name }) => name)];
  const stated: Readonly<Record<string, unknown>> = { ...options };
  return Object.keys(stated).flatMap((name) => {
    if (stated[name] === undefined || known.includes(name)) return [];
    const expected = closestName(name, known) ?? known.toSorted().join(', ');
    return [optionFinding('RR1038', expected, name)];
  });
};

const featureOptionRule: RouteRule = (subject) =>
  subject.readers.routeOptions.flatMap(({ rule }) => rule?.(subject) ?? []);

/** The rules of the options of a route, in the order in which their diagnostics are listed. */
export const OPTION_RULES: readonly RouteRule[] = [
  optionNameRule,
  publicWriteRule,
  valueRule,
  featureOptionRule,
];

/**
 * No two routes of a namespace have the same method and paths that match the same requests; the second one is
 * invalid, since it is never reached. The names of placeholders are ignored, but the texts that they match are not.
 * The caller decides which controllers share a namespace. Startup knows it for all of them, the compiler for the
 * classes that one module lists, see `compiler/signatures/controller-part.ts`.
 */
export const repeatedRouteRule = (): ((
  controller: ControllerDeclaration,
) => readonly Diagnostic[]) => {
  const first = new Map<string, readonly [handler: string, path: string]>();
  return (controller) =>
    controller.routes.flatMap((route) => repetitions(controller, route, first));
};

function repetitions(
  controller: ControllerDeclaration,
  route: RouteDeclaration,
  first: Map<string, readonly [handler: string, path: string]>,
): readonly Diagnostic[] {
  const path = pathOf(controller, route);
  const matched = matchedBy(path, route);
  return [...new Set(route.methods)].flatMap((method) => {
    const key = `${method} ${matched}`;
    const earlier = first.get(key);
    if (earlier !== undefined) {
      const [handler, firstPath] = earlier;
      const other = namesOf(firstPath) === namesOf(path) ? '' : ` as ${firstPath}`;
      const received = `${method} ${path} also at ${handler}${other}`;
      return [repetition(controller, route, received)];
    }
    first.set(key, [`${controller.className}.${route.methodName}`, path]);
    return [];
  });
}

function repetition(
  { className }: ControllerDeclaration,
  { methodName, routeIndex }: RouteDeclaration,
  received: string,
): Diagnostic {
  const location = { className, methodName, routeIndex, part: { kind: 'path' } } as const;
  return diagnosticAt(location, { code: 'RR1013', expected: 'one method for the path', received });
}

/** `/v1/items/{id}` */
function pathOf({ version = '', base }: ControllerDeclaration, { path }: RouteDeclaration): string {
  // Plain JavaScript may state another type, which another rule reports.
  return `/${version}${trimSlash(String(base))}${trimSlash(String(path))}`;
}

/** The path as the route table compares it: in lower case, with the texts that each placeholder matches. */
function matchedBy(path: string, { parameters }: RouteDeclaration): string {
  return pathParts(path)
    .map((part) =>
      'literal' in part
        ? part.literal.toLowerCase()
        : `{${matchOf(
            part.placeholder,
            parameters.find((one) => nameOf(one) === part.placeholder) ??
              spreadArgument(part.placeholder, parameters),
          )}}`,
    )
    .join('');
}

function spreadArgument(
  name: string,
  parameters: readonly ParameterDeclaration[],
): ParameterDeclaration | undefined {
  for (const parameter of parameters) {
    const type = parameter.takesArguments === true ? declaredType(parameter) : undefined;
    if (type === undefined || 'code' in type || type.kind !== 'object') continue;
    const signature = type.properties?.find((property) => property.name === name);
    if (signature === undefined) continue;
    return declareProperty(signature, parameter.index);
  }
  return undefined;
}

/** Patterns that match the same texts as a type. */
const PATTERNS_OF_TYPES: ReadonlyMap<string, string> = new Map([
  ['\\d+', 'integer'],
  ['[0-9]+', 'integer'],
  ['[^/]+', 'string'],
]);

/** A key for the texts that a placeholder matches. If its type is not known here, the key is its name. */
function matchOf(name: string, parameter: ParameterDeclaration | undefined): string {
  const match = parameter?.options?.match;
  if (match !== undefined) return PATTERNS_OF_TYPES.get(match) ?? JSON.stringify(match);
  const type = parameter === undefined ? undefined : declaredType(parameter);
  if (type === undefined || 'code' in type) return `name ${name.toLowerCase()}`;
  const schema = type.kind === 'schema' ? type.schema : undefined;
  const values = type.kind === 'enum' ? type.values : schema?.enum;
  if (values !== undefined) {
    // The order and the case of values do not matter.
    const texts = textsOf(Object.values(values)).map((text) => text.toLowerCase());
    return JSON.stringify([...new Set(texts)].toSorted());
  }
  return (schema?.type ?? type.kind) === 'integer' ? 'integer' : 'string';
}

function namesOf(path: string): string {
  return placeholdersOf(path).join();
}
