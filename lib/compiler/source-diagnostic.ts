import type { DiagnosticCode } from '../diagnostics/diagnostic-catalogue.js';
import { describeDiagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import {
  describeLocation,
  type DiagnosticLocation,
  type LocationPart,
  type ParameterAspect,
  type ParameterOwner,
} from '../diagnostics/location.js';
import {
  describeCompilerDiagnostic,
  type CompilerDiagnosticCode,
  COMPILER_DIAGNOSTICS,
} from '../diagnostics/compiler-catalogue.js';
import type { LocatedRejection } from './declarations/located-rejection.js';
import { ts } from './program/typescript.js';
import type { ControllerHead } from './declarations/read-controller.js';
import type { ParameterReading } from './declarations/read-parameter.js';
import type { NamedCallback } from './declarations/permission-declaration.js';
import type { DeclaredRoute } from './declarations/read-route.js';

/** A diagnostic with its place in the source. */
export interface SourceDiagnostic {
  readonly code: DiagnosticCode | CompilerDiagnosticCode;
  /** Code, place, reason and remedy in one sentence or two. */
  readonly text: string;
  readonly file: ts.SourceFile;
  /** Offset of the first character. */
  readonly start: number;
  readonly length: number;
}

/** A diagnostic of the rules that apply at build time and at startup. */
export function ruleDiagnostic(diagnostic: Diagnostic, node: ts.Node): SourceDiagnostic {
  return { code: diagnostic.code, text: describeDiagnostic(diagnostic), ...spanOf(node) };
}

/** A diagnostic of a part of the source that could not be read. */
export function rejectionDiagnostic({ rejection, location }: LocatedRejection): SourceDiagnostic {
  const { rejected, node, text } = rejection;
  const description = describeCompilerDiagnostic(rejected, describeLocation(location), text);
  return { code: rejected, text: description, ...spanOf(node) };
}

/** Each diagnostic once, even if several routes or subclasses have it. */
export function uniqueDiagnostics(
  diagnostics: readonly SourceDiagnostic[],
): readonly SourceDiagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter(({ code, file, start }) => {
    const key = `${code} ${file.fileName} ${start}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** `file:line:column` and the text, as a terminal shows it. Line and column count from one. */
export function diagnosticLine({ file, start, text }: SourceDiagnostic): string {
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return `${file.fileName}:${line + 1}:${character + 1} - ${text}`;
}

function spanOf(node: ts.Node): Pick<SourceDiagnostic, 'file' | 'start' | 'length'> {
  const start = node.getStart();
  return { file: node.getSourceFile(), start, length: node.getEnd() - start };
}

/** The node in the source that a location of a controller means. */
export function nodeOf(
  location: DiagnosticLocation,
  head: ControllerHead,
  routes: readonly DeclaredRoute[],
): ts.Node {
  const found = routes.find(({ declaration }) => isAt(declaration, location));
  return found === undefined
    ? headNode(location.part, head)
    : (routePart(location, found) ?? found.route.decorator.node);
}

function isAt(
  declaration: DeclaredRoute['declaration'],
  { methodName, routeIndex }: DiagnosticLocation,
): boolean {
  return declaration.methodName === methodName && declaration.routeIndex === routeIndex;
}

/** An argument of `@RestController`, or else the name of the class. */
function headNode(part: LocationPart | undefined, head: ControllerHead): ts.Node {
  const [version, base] = head.arguments;
  const argument = part?.kind === 'version' ? version : base;
  return argument ?? head.node.name ?? head.node;
}

/** A part of a route; `undefined` where the source does not show it by itself. */
function routePart(
  { part, callbackIndex = 0 }: DiagnosticLocation,
  { route, method, permission, callbacks }: DeclaredRoute,
): ts.Node | undefined {
  if (part === undefined) return undefined;
  const named = { route, method, permission, callback: callbacks[callbackIndex] };
  return decoratorPart(part, named) ?? parameterPart(part, named);
}

/** A route, and the callback of its permission that a location is about. */
interface LocatedRoute extends Pick<DeclaredRoute, 'route' | 'method' | 'permission'> {
  readonly callback: NamedCallback | undefined;
}

/** An argument of `@RestRoute`, or `@Cache`. */
function decoratorPart(
  part: LocationPart,
  { route, method, permission, callback }: LocatedRoute,
): ts.Node | undefined {
  const [path, methods] = route.decorator.arguments;
  switch (part.kind) {
    case 'path':
      return path;
    case 'methods':
      return methods;
    case 'permission':
      return permission?.node;
    case 'options':
      return route.optionsNode;
    case 'callback':
      return callback?.permission.node;
    case 'cache':
      return method.cache?.node;
    case 'placeholder':
      return part.parameterIndex === undefined ? path : undefined;
    default:
      return undefined;
  }
}

/** A parameter of the method or of the permission callback. */
function parameterPart(part: LocationPart, declared: LocatedRoute): ts.Node | undefined {
  switch (part.kind) {
    case 'placeholder':
      return parameterAt('route', part.parameterIndex, declared)?.node;
    case 'callback-argument':
      return parameterAt('callback', part.index, declared)?.node;
    case 'service':
      return aspectNode(parameterAt(part.owner, part.index, declared), 'type');
    case 'parameter':
      return aspectNode(parameterAt(part.owner, part.index, declared), part.aspect);
    default:
      return undefined;
  }
}

function aspectNode(
  parameter: ParameterReading | undefined,
  aspect: ParameterAspect | undefined,
): ts.Node | undefined {
  return parameter === undefined ? undefined : parameterNode(parameter, aspect);
}

function parameterAt(
  owner: ParameterOwner,
  index: number | undefined,
  { method, callback }: LocatedRoute,
): ParameterReading | undefined {
  const reading = owner === 'route' ? method.reading : callback?.method;
  return reading?.parameters.find(({ source }) => source.index === index);
}

/** What a diagnostic of a parameter or property points at. */
export function parameterNode(
  parameter: ParameterReading,
  aspect: ParameterAspect | undefined,
): ts.Node {
  const { node } = parameter;
  const param = decorator(parameter, 'Param');
  const listOf = decorator(parameter, 'ListOf');
  const nodes: Readonly<Record<ParameterAspect, ts.Node | undefined>> = {
    name: node,
    type: node.type,
    default: node.initializer ?? param,
    '@Param': param ?? listOf,
    '@ListOf': listOf ?? param,
  };
  return (aspect === undefined ? undefined : nodes[aspect]) ?? node;
}

function decorator(parameter: ParameterReading, name: string): ts.Node | undefined {
  return parameter.decorators.find((one) => one.name === name)?.node;
}

/** Fails a file with all its diagnostics, if there are any, for tools that take errors as exceptions. */
export function throwDiagnostics(diagnostics: readonly SourceDiagnostic[]): void {
  if (diagnostics.length > 0) throw new Error(diagnostics.map(diagnosticLine).join('\n'));
}

/** Keeps our numbers apart from those of TypeScript; the text has the code itself. */
const NUMBER_OFFSET = 100_000;

/** A diagnostic in TypeScript's form. One without a place belongs to the whole project. */
export function diagnosticOf({
  code,
  text,
  file,
  start,
  length,
}: Pick<SourceDiagnostic, 'code' | 'text'> & Partial<SourceDiagnostic>): ts.Diagnostic {
  return {
    category: ts.DiagnosticCategory.Error,
    code: NUMBER_OFFSET + Number(code.slice('RR'.length)),
    source: 'nestjs-rest-routes',
    file,
    start,
    length,
    messageText: text,
  };
}

/** The diagnostic of compiled files that the plugin cannot write again. */
export function outdatedDiagnostic(files: ReadonlySet<ts.SourceFile>): readonly ts.Diagnostic[] {
  if (files.size === 0) return [];
  const { title, remedy } = COMPILER_DIAGNOSTICS.RR2017;
  const names = [...files].map(({ fileName }) => fileName).join(', ');
  const text = `RR2017: ${title} (${names}). ${remedy}`;
  return [diagnosticOf({ code: 'RR2017', text })];
}

/** Prints diagnostics, if there are any, as the command line does, where it does not do so itself. */
export function printDiagnostics(diagnostics: readonly ts.Diagnostic[]): void {
  if (diagnostics.length === 0) return;
  const text = ts.formatDiagnosticsWithColorAndContext(diagnostics, {
    getCanonicalFileName: (path) => path,
    getCurrentDirectory: () => ts.sys.getCurrentDirectory(),
    getNewLine: () => ts.sys.newLine,
  });
  process.stderr.write(text + ts.sys.newLine);
}
