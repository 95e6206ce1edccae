import { ts } from '../../compiler/program/typescript.js';
import { nodesIn, optionOf } from '../../compiler/syntax/nodes.js';
import { readImports } from '../../compiler/syntax/text-edits.js';
import {
  calleeOf,
  COMMON,
  constantOf,
  named,
  type NestDecorator,
  PACKAGE,
  symbolOf,
} from '../nest-decorators.js';

/** The guards in front of a handler, as the sources name them. */
export interface Guards {
  /** Guards, and decorators of the application that apply some. */
  readonly known: readonly string[];
  /** Everything that may read a value of the query or the body: most guards, and code that the sources do not show. */
  readonly readers: readonly string[];
  /** The library's own, which denies everyone if no permission is stated. */
  readonly checksPermission: boolean;
}

/** The guards of the whole application. */
export function globalGuards(sources: readonly ts.SourceFile[]): Guards {
  return joinGuards(globalParts(sources, 'Guard').map((guard) => guardOf(guard)));
}

export function joinGuards(all: readonly Guards[]): Guards {
  const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];
  return {
    known: unique(all.flatMap(({ known }) => known)),
    readers: unique(all.flatMap(({ readers }) => readers)),
    checksPermission: all.some(({ checksPermission }) => checksPermission),
  };
}

const NONE: Guards = { known: [], readers: [], checksPermission: false };

/** Code that the sources do not show, and that may be a guard. */
export function possibleGuard(text: string): Guards {
  return { ...NONE, readers: [text] };
}

/** The guards of `@UseGuards`, and decorators of the application that apply some, such as `@Auth('admin')`. */
export function guardsOf(decorators: readonly NestDecorator[], checker: ts.TypeChecker): Guards {
  return joinGuards([
    ...decorators.map((one) => {
      if (one.module === COMMON && one.name === 'UseGuards') {
        return joinGuards(one.arguments.map((guard) => guardOf(guard)));
      }
      const text = one.node.getText();
      const applied = appliesGuards(one.callee, checker, new Set());
      if (applied === false) return NONE;
      return applied === true ? { ...possibleGuard(text), known: [text] } : possibleGuard(text);
    }),
    readingPermission(decorators, checker),
  ]);
}

/**
 * The library's own guards decide by the permission of the route, and it is converted. A limit on the number of
 * requests compares no values.
 */
function guardOf(guard: ts.Expression): Guards {
  const { name, module } = calleeOf(guard, readImports(guard.getSourceFile()));
  if (module === PACKAGE) return { ...NONE, checksPermission: true };
  const isLimit = module === '@nestjs/throttler' && name === 'ThrottlerGuard';
  const text = guard.getText();
  return { ...(isLimit ? NONE : possibleGuard(text)), known: [text] };
}

/** Packages whose decorators apply no guards. */
const WITHOUT_GUARDS = /^(?:@nestjs\/|nestjs-rest-routes$|class-(?:validator|transformer)$)/;

/** Whether a decorator calls `UseGuards()`, itself or through others; `undefined` if no source shows it. */
function appliesGuards(
  callee: ts.Expression,
  checker: ts.TypeChecker,
  seen: Set<ts.Symbol>,
): boolean | undefined {
  const { name, module } = calleeOf(callee, readImports(callee.getSourceFile()));
  if (name === 'UseGuards' && module === COMMON) return true;
  if (WITHOUT_GUARDS.test(module)) return false;
  const symbol = symbolOf(callee, checker);
  const declaration = symbol?.declarations?.[0];
  if (symbol === undefined || declaration === undefined) return undefined;
  if (seen.has(symbol)) return false;
  seen.add(symbol);
  const { fileName, isDeclarationFile } = declaration.getSourceFile();
  if (isDeclarationFile || fileName.includes('/node_modules/')) {
    return KNOWN_FILES.test(fileName) ? false : undefined;
  }
  const found = new Set(
    calledIn(declaration).map((called) => appliesGuards(called, checker, seen)),
  );
  if (found.has(true)) return true;
  return found.has(undefined) ? undefined : false;
}

/** The expressions that a declaration calls, applies or stands for. */
function calledIn(declaration: ts.Declaration): readonly ts.Expression[] {
  const calls = nodesIn(declaration, ts.isCallExpression).flatMap((call) =>
    call.expression.getText() === 'applyDecorators'
      ? [call.expression, ...call.arguments.filter(ts.isIdentifier)]
      : [call.expression],
  );
  const initializer = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return initializer !== undefined && ts.isIdentifier(initializer) ? [initializer] : calls;
}

/** The declarations of the language, such as `Array`, and of Nest, such as `Reflector.createDecorator`. */
const KNOWN_FILES = /\/lib\.[^/]*\.d\.ts$|\/node_modules\/(?:@nestjs|reflect-metadata)\//;

/** The permissions that know nothing of a request but its user. */
const OF_USERS: ReadonlySet<string> = new Set(['PublicAccess', 'Capability']);

/** A permission of a plain handler whose callback gets the request. */
function readingPermission(decorators: readonly NestDecorator[], checker: ts.TypeChecker): Guards {
  const [stated] = named(decorators, PACKAGE, 'RequirePermission').flatMap((one) => one.arguments);
  if (stated === undefined) return NONE;
  const permission = constantOf(stated, checker) ?? stated;
  const made = nodesIn(permission, ts.isNewExpression);
  const reads = ({
    expression,
    arguments: [callback] = ts.factory.createNodeArray(),
  }: ts.NewExpression) => !OF_USERS.has(expression.getText()) && takesRequest(callback, checker);
  const isReader = made.length === 0 || made.some(reads);
  return isReader ? possibleGuard(stated.getText()) : NONE;
}

function takesRequest(callback: ts.Expression | undefined, checker: ts.TypeChecker): boolean {
  const declaration = symbolOf(callback, checker)?.valueDeclaration;
  if (declaration === undefined || !ts.isFunctionLike(declaration)) return true;
  return declaration.parameters.some(({ type }) => type?.getText().startsWith('RestRequest'));
}

/** A test sets up applications of its own. */
const TEST = /[.-](?:spec|test)\.ts$/;

/** The guards or pipes of the whole application, of `useGlobalPipes()` and `APP_PIPE`, as the sources state them. */
export function globalParts(
  sources: readonly ts.SourceFile[],
  kind: 'Guard' | 'Pipe',
): readonly ts.Expression[] {
  const method = `useGlobal${kind}s`;
  const token = `APP_${kind.toUpperCase()}`;
  return sources
    .filter(({ fileName, text }) => !TEST.test(fileName) && mentions(text, method, token))
    .flatMap((source) => {
      const imported = readImports(source);
      const isToken = (node: ts.Expression | undefined): boolean => {
        const text = node?.getText() ?? '';
        return (imported.get(text)?.name ?? text.split('.').at(-1)) === token;
      };
      const calls = nodesIn(source, ts.isCallExpression).filter(
        ({ expression }) =>
          ts.isPropertyAccessExpression(expression) && expression.name.text === method,
      );
      const providers = nodesIn(source, ts.isObjectLiteralExpression).filter((one) =>
        isToken(optionOf(one, 'provide')),
      );
      return [...calls.flatMap((call) => call.arguments), ...providers.map(providedBy)];
    });
}

function mentions(text: string, ...names: readonly string[]): boolean {
  return names.some((name) => text.includes(name));
}

/** The value that a provider provides; the provider itself, if the source does not show it. */
function providedBy(provider: ts.ObjectLiteralExpression): ts.Expression {
  const stated = ['useClass', 'useExisting', 'useValue'].flatMap(
    (name) => optionOf(provider, name) ?? [],
  );
  return stated[0] ?? returnedBy(optionOf(provider, 'useFactory')) ?? provider;
}

function returnedBy(factory: ts.Expression | undefined): ts.Expression | undefined {
  if (factory === undefined) return undefined;
  if (!ts.isArrowFunction(factory) && !ts.isFunctionExpression(factory)) return undefined;
  if (!ts.isBlock(factory.body)) return factory.body;
  const [returned, ...others] = nodesIn(factory.body, ts.isReturnStatement);
  return others.length === 0 ? returned?.expression : undefined;
}
