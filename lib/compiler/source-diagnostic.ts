import { DIAGNOSTICS, type DiagnosticCode } from '../diagnostics/diagnostic-catalogue.js';
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
import type { ClassSignature } from '../types/method-signature.js';
import { ts } from './program/typescript.js';
import type { ControllerHead } from './declarations/read-controller.js';
import type { MethodReading } from './declarations/read-method.js';
import type { ParameterReading } from './declarations/read-parameter.js';
import type { CallbackReading } from './declarations/read-permission.js';
import type { RouteReading } from './declarations/read-route.js';
import { decoratorCalls } from './syntax/decorators.js';
import { literalName } from './syntax/nodes.js';
import type { LocatedRejection } from './syntax/rejection.js';

export interface SourceDiagnostic {
  readonly code: DiagnosticCode | CompilerDiagnosticCode;
  /** Code, place, reason and remedy in one sentence or two. */
  readonly text: string;
  readonly file: ts.SourceFile;
  /** Offset of the first character. */
  readonly start: number;
  readonly length: number;
  /** The property of the type of a parameter that causes it. */
  readonly property?: string | undefined;
}

/** A class may be both a controller and a value class. */
export interface SignaturePart {
  readonly signature: Pick<
    ClassSignature,
    'documentation' | 'methods' | 'staticMethods' | 'properties' | 'decorators'
  >;
  readonly diagnostics: readonly SourceDiagnostic[];
}

export function ruleDiagnostic(diagnostic: Diagnostic, node: ts.Node): SourceDiagnostic {
  const { code, location } = diagnostic;
  const property = location.part?.kind === 'parameter' ? location.part.properties?.[0] : undefined;
  return { code, text: describeDiagnostic(diagnostic), ...spanOf(node), property };
}

export function rejectionDiagnostic({ rejection, location }: LocatedRejection): SourceDiagnostic {
  const { rejected, node, text } = rejection;
  const description = describeCompilerDiagnostic(rejected, describeLocation(location), text);
  return { code: rejected, text: description, ...spanOf(node) };
}

/** Several routes or subclasses may have the same. */
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

/** `file:line:column` and the text, as a terminal shows it. */
export function diagnosticLine(diagnostic: SourceDiagnostic): string {
  return `${placeOf(diagnostic)} - ${diagnostic.text}`;
}

/** The place, the diagnostic and its remedy, each in a line of its own. */
export function diagnosticLines(diagnostic: SourceDiagnostic): string {
  const { code, text } = diagnostic;
  const { remedy } = { ...DIAGNOSTICS, ...COMPILER_DIAGNOSTICS }[code];
  return [placeOf(diagnostic), text.replace(` ${remedy}`, ''), remedy].join('\n');
}

/** Line and column count from one. */
function placeOf({ file, start }: SourceDiagnostic): string {
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return `${file.fileName}:${line + 1}:${character + 1}`;
}

export function spanOf(node: ts.Node): Pick<SourceDiagnostic, 'file' | 'start' | 'length'> {
  const start = node.getStart();
  return { file: node.getSourceFile(), start, length: node.getEnd() - start };
}

export function nodeOf(
  location: DiagnosticLocation,
  head: ControllerHead,
  routes: readonly RouteReading[],
): ts.Node {
  const found = routes.find(({ declaration }) => isAt(declaration, location));
  return found === undefined
    ? headNode(location, head)
    : (routePart(location, found) ?? found.decorator.node);
}

function isAt(
  declaration: RouteReading['declaration'],
  { methodName, routeIndex }: DiagnosticLocation,
): boolean {
  return declaration.methodName === methodName && declaration.routeIndex === routeIndex;
}

/** An argument of `@RestController`, a decorator of Nest, or else the name of the class. */
function headNode({ part, methodName }: DiagnosticLocation, head: ControllerHead): ts.Node {
  const className = head.node.name ?? head.node;
  if (part?.kind === 'decorator') {
    const subject = methodName === undefined ? head.node : ownMember(head.node, methodName);
    if (subject === undefined) return className;
    return decoratorCalls(subject, part.name.slice(1))[0]?.parent ?? subject.name ?? className;
  }
  const [version, base] = head.arguments;
  const argument = part?.kind === 'version' ? version : base;
  return argument ?? className;
}

/** `undefined` for an inherited one. */
function ownMember(node: ts.ClassLikeDeclaration, name: string): ts.ClassElement | undefined {
  return node.members.find((member) => literalName(member.name) === name);
}

/** `undefined` if the part has no node of its own in the source. */
function routePart(
  { part, callbackIndex = 0 }: DiagnosticLocation,
  route: RouteReading,
): ts.Node | undefined {
  if (part === undefined) return undefined;
  const callback = route.permission?.callbacks[callbackIndex];
  return decoratorPart(part, route, callback) ?? parameterPart(part, route, callback);
}

function decoratorPart(
  part: LocationPart,
  { decorator, options, permission, cache }: RouteReading,
  callback: CallbackReading | undefined,
): ts.Node | undefined {
  const [path, methods] = decorator.arguments;
  switch (part.kind) {
    case 'path':
      return path;
    case 'methods':
      return methods;
    case 'permission':
      return permission?.node;
    case 'options':
      return options;
    case 'callback':
      return callback?.node;
    case 'cache':
      return cache?.node;
    case 'placeholder':
      return part.parameterIndex === undefined ? path : undefined;
    default:
      return undefined;
  }
}

function parameterPart(
  part: LocationPart,
  { method }: RouteReading,
  callback: CallbackReading | undefined,
): ts.Node | undefined {
  const of = (owner: ParameterOwner) => (owner === 'route' ? method : callback?.method);
  switch (part.kind) {
    case 'placeholder':
      return parameterAt(method, part.parameterIndex)?.node;
    case 'callback-argument':
      return parameterAt(of('callback'), part.index)?.node;
    case 'service':
      return parameterNodeAt(of(part.owner), part.index, 'type');
    case 'parameter':
      return parameterNodeAt(of(part.owner), part.index, part.aspect);
    default:
      return undefined;
  }
}

function parameterAt(
  method: MethodReading | undefined,
  index: number | undefined,
): ParameterReading | undefined {
  return method?.parameters.find(({ source }) => source.index === index);
}

export function parameterNodeAt(
  method: MethodReading | undefined,
  index: number,
  aspect: ParameterAspect | undefined,
): ts.Node | undefined {
  const parameter = parameterAt(method, index);
  return parameter === undefined ? undefined : parameterNode(parameter, aspect);
}

export function parameterNode(
  parameter: ParameterReading,
  aspect: ParameterAspect | undefined,
): ts.Node {
  const { node, decorators } = parameter;
  const [param, listOf] = ['Param', 'ListOf'].map(
    (name) => decorators.find((one) => one.name === name)?.node,
  );
  const nodes: Readonly<Record<ParameterAspect, ts.Node | undefined>> = {
    name: node,
    type: node.type,
    default: node.initializer ?? param,
    '@Param': param ?? listOf,
    '@ListOf': listOf ?? param,
  };
  return (aspect === undefined ? undefined : nodes[aspect]) ?? node;
}

/** Throws all diagnostics of a file, if any, for tools that report errors by exceptions. */
export function throwDiagnostics(diagnostics: readonly SourceDiagnostic[]): void {
  if (diagnostics.length > 0) throw new Error(diagnostics.map(diagnosticLine).join('\n'));
}

/** Separates the numbers of this package from those of TypeScript; the text contains the code itself. */
const NUMBER_OFFSET = 100_000;

/** One without a place belongs to the whole project. */
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

/** The diagnostic of outdated compiled files that the plugin cannot write. */
export function outdatedDiagnostic(files: ReadonlySet<ts.SourceFile>): readonly ts.Diagnostic[] {
  if (files.size === 0) return [];
  const { title, remedy } = COMPILER_DIAGNOSTICS.RR2017;
  const names = [...files].map(({ fileName }) => fileName).join(', ');
  const text = `RR2017: ${title} (${names}). ${remedy}`;
  return [diagnosticOf({ code: 'RR2017', text })];
}

/** Prints the diagnostics, if any, in the format of TypeScript, for tools that do not print them. */
export function printDiagnostics(diagnostics: readonly ts.Diagnostic[]): void {
  if (diagnostics.length === 0) return;
  const text = ts.formatDiagnosticsWithColorAndContext(diagnostics, {
    getCanonicalFileName: (path) => path,
    getCurrentDirectory: () => ts.sys.getCurrentDirectory(),
    getNewLine: () => ts.sys.newLine,
  });
  process.stderr.write(text + ts.sys.newLine);
}
