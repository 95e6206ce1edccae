import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { ts } from '../../compiler/program/typescript.js';
import { nodesIn, optionOf } from '../../compiler/syntax/nodes.js';
import { globalParts } from './guards.js';
import { globalGuards, type Guards } from './guards.js';
import { textOf } from '../nest-decorators.js';
import { readValidation } from '../parameters/validation-pipes.js';
import { readModulePaths } from './module-paths.js';
import { segmentsOf } from './module-paths.js';

/** The URLs have a version that is not a constant in the sources, or several. */
export const UNKNOWN: unique symbol = Symbol('unknown');
export const SEVERAL: unique symbol = Symbol('several');

/** The statements of the sources of an application about all its controllers. */
export interface Application {
  /** Of `setGlobalPrefix`, without slashes at its ends. */
  readonly globalPrefix: string;
  /** The letter of URI versioning, `v` by default; `undefined` where URLs have no version. */
  readonly versionPrefix: string | undefined;
  /** The version of controllers that state none. */
  readonly defaultVersion: string | typeof UNKNOWN | typeof SEVERAL | undefined;
  /** What `RouterModule` puts in front of the path of a controller. */
  readonly modulePath: ReturnType<typeof readModulePaths>['modulePath'];
  /** `forRoot` has a prefix: `RouterModule` puts its paths in front of routes. */
  readonly movesRoutes: boolean;
  /** Where the library's routes begin: `/{prefix}/{namespace}`. `undefined` where nothing sets it up yet. */
  readonly mount: readonly string[] | undefined;
  /** The options of `RestModule.forRoot` that a conversion may change, because no route has them yet. */
  readonly freeOptions: ts.ObjectLiteralExpression | undefined;
  /** Plain handlers have the errors of the library already: routes get the same. */
  readonly hasOwnErrors: boolean;
  /** `forRoot` has `unknownArguments: 'refuse'`, or may get it: a global pipe does the same for all handlers. */
  readonly mayReject: boolean;
  readonly guards: Guards;
  readonly pipes: readonly ts.Expression[];
  /** Places that a person must look at. */
  readonly notes: readonly string[];
}

/**
 * Reads `setGlobalPrefix`, `enableVersioning`, global guards and pipes, and `RestModule.forRoot`.
 *
 * @throws InvalidArgumentException when the prefix is not a constant and none is stated.
 */
export function readApplication(
  sources: readonly ts.SourceFile[],
  checker: ts.TypeChecker,
  statedPrefix: string | undefined,
): Application {
  const calls = sources.flatMap(callsIn);
  const prefixes = segmentsOf(statedPrefix ?? readPrefix(calls, checker));
  const versioning = readVersioning(calls, checker);
  const stated =
    versioning.defaultVersion === UNKNOWN && statedPrefix !== undefined
      ? versionIn(prefixes, versioning.versionPrefix)
      : undefined;
  const globalPrefix = (stated === undefined ? prefixes : prefixes.slice(0, -1)).join('/');
  const has = (text: string): boolean => sources.some((source) => source.text.includes(text));
  const hasRoutes = has('@RestController(');
  const [options] = calls.find((call) => nameOf(call) === 'RestModule.forRoot')?.arguments ?? [];
  const literal =
    options !== undefined && ts.isObjectLiteralExpression(options) ? options : undefined;
  const namespace = constantOption(literal, 'namespace', checker);
  const statedMount = constantOption(literal, 'prefix', checker);
  const prefix = statedMount ?? (globalPrefix || 'api');
  const routed = calls.filter((call) => nameOf(call) === 'RouterModule.register');
  const pipes = globalParts(sources, 'Pipe');
  const validation = readValidation(pipes, checker);
  const { modulePath, isPartial } = readModulePaths(routed, sources, checker);
  return {
    globalPrefix,
    ...versioning,
    ...(stated === undefined ? {} : { defaultVersion: stated }),
    modulePath,
    movesRoutes: namespace !== undefined && segmentsOf(statedMount ?? 'api').length > 0,
    mount: namespace === undefined ? undefined : [...segmentsOf(prefix), ...segmentsOf(namespace)],
    freeOptions: hasRoutes ? undefined : literal,
    hasOwnErrors: has('RestExceptionFilter') || has('PermissionGuard'),
    mayReject:
      constantOption(literal, 'unknownArguments', checker) === 'refuse' ||
      (validation.rejectsOthers && literal !== undefined && !hasRoutes),
    guards: globalGuards(sources),
    pipes,
    notes: [
      ...(isPartial
        ? [
            'RouterModule.register has paths or modules that are not constants: check the URLs of converted controllers.',
          ]
        : []),
      ...notesOf(calls, validation.valueObstacle),
    ],
  };
}

function readPrefix(calls: readonly ts.CallExpression[], checker: ts.TypeChecker): string {
  const [prefix] = calls.find((call) => methodOf(call) === 'setGlobalPrefix')?.arguments ?? [];
  const text = prefix === undefined ? '' : textOf(prefix, checker);
  if (text !== undefined) return text;
  throw new InvalidArgumentException(
    'The global prefix is not a constant in the sources. State it: --prefix api',
  );
}

function readVersioning(
  calls: readonly ts.CallExpression[],
  checker: ts.TypeChecker,
): Pick<Application, 'versionPrefix' | 'defaultVersion'> {
  const call = calls.find((one) => methodOf(one) === 'enableVersioning');
  if (call === undefined || !isByUri(call)) {
    return { versionPrefix: undefined, defaultVersion: undefined };
  }
  const [options] = call.arguments;
  const letter = optionOf(options, 'prefix');
  const hasNone = letter?.kind === ts.SyntaxKind.FalseKeyword;
  const version = optionOf(options, 'defaultVersion');
  const isNeutral = version === undefined || version.getText() === 'VERSION_NEUTRAL';
  return {
    versionPrefix: hasNone ? '' : (constantOption(options, 'prefix', checker) ?? 'v'),
    defaultVersion: isNeutral ? undefined : (textOf(version, checker) ?? unknownVersion(version)),
  };
}

function unknownVersion(version: ts.Expression): typeof UNKNOWN | typeof SEVERAL {
  return ts.isArrayLiteralExpression(version) ? SEVERAL : UNKNOWN;
}

/** The version at the end of a stated prefix, `1` of `api/v1`. */
function versionIn(prefixes: readonly string[], letter = ''): string | undefined {
  const last = prefixes.at(-1) ?? '';
  const version = last.startsWith(letter) ? last.slice(letter.length) : '';
  return /^\d/.test(version) ? version : undefined;
}

function isByUri({ arguments: [options] }: ts.CallExpression): boolean {
  return optionOf(options, 'type')?.getText().endsWith('URI') ?? true;
}

/** Changes that concern all controllers and that a conversion cannot make. */
function notesOf(
  calls: readonly ts.CallExpression[],
  pipesObstacle: string | undefined,
): readonly string[] {
  const isCalled = (name: string, has: (call: ts.CallExpression) => boolean): boolean =>
    calls.some((call) => methodOf(call) === name && has(call));
  return [
    ...(isCalled('setGlobalPrefix', (call) => call.arguments.length > 1)
      ? ['setGlobalPrefix has options: check the URLs of the paths that it excludes.']
      : []),
    ...(isCalled('enableVersioning', (call) => !isByUri(call))
      ? ['Versions are not part of the URLs: handlers with a version stay plain.']
      : []),
    ...(calls.some((call) => nameOf(call) === 'SwaggerModule.createDocument')
      ? [
          'SwaggerModule.createDocument does not list converted routes: mergeOpenApi adds them, as docs/discovery-and-openapi.md shows.',
        ]
      : []),
    ...(pipesObstacle === undefined
      ? []
      : [`Values of the path that became arguments pass no global pipe: ${pipesObstacle}.`]),
  ];
}

function callsIn(source: ts.SourceFile): readonly ts.CallExpression[] {
  const isOfInterest = /setGlobalPrefix|enableVersioning|RestModule|RouterModule|SwaggerModule/;
  if (!isOfInterest.test(source.text)) return [];
  return nodesIn(source, ts.isCallExpression);
}

function methodOf({ expression }: ts.CallExpression): string | undefined {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : undefined;
}

function nameOf({ expression }: ts.CallExpression): string {
  return expression.getText();
}

function constantOption(
  options: ts.Expression | undefined,
  name: string,
  checker: ts.TypeChecker,
): string | undefined {
  const option = optionOf(options, name);
  return option === undefined ? undefined : textOf(option, checker);
}
