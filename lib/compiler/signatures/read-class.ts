import type { LocatedClass } from '../classes/class-references.js';
import { inheritedMembers, lineageOf, type Ancestor } from '../classes/lineage.js';
import { createClassReaders } from '../declarations/class-readers.js';
import {
  callbackSignatures,
  readPermission,
  type CallbackReading,
  type PermissionReading,
} from '../declarations/read-permission.js';
import { valueClassPart } from '../declarations/read-value-class.js';
import type { ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';
import { controllerPart } from './controller-part.js';
import {
  diagnosticLine,
  parameterNodeAt,
  rejectionDiagnostic,
  ruleDiagnostic,
  uniqueDiagnostics,
  type SignaturePart,
  type SourceDiagnostic,
} from '../source-diagnostic.js';
import {
  decoratorsNamed,
  decoratorsOf,
  isFromNest,
  mentionsRoutes,
  type KnownDecorator,
} from '../syntax/decorators.js';
import { classesIn, classNameOf, isStatic, literalName } from '../syntax/nodes.js';
import { createTypeScope } from '../types/read-type.js';
import type { TypeScope } from '../types/type-reading.js';
import type { DiagnosticLocation } from '../../diagnostics/location.js';
import type { ClassReaders } from '../../routes/declaration/route-declaration.js';
import { compileHandler } from '../../routes/compile-handler.js';
import { isRoute } from '../../routes/compile-route.js';
import { mapValues } from '../../shared/records.js';
import { renumber } from '../../types/type.js';
import {
  SIGNATURE_FORMAT,
  type ClassSignature,
  type DecoratorNames,
  type MethodDecorators,
} from '../../types/method-signature.js';

export interface ClassReading {
  readonly node: ts.ClassLikeDeclaration;
  readonly signature: ClassSignature;
  readonly references: readonly LocatedClass[];
  readonly diagnostics: readonly SourceDiagnostic[];
}

/** `undefined` if there is nothing to attach to the class. */
function readClass(node: ts.ClassLikeDeclaration, view: ProjectView): ClassReading | undefined {
  const scope = createTypeScope(view, node);
  const readers = createClassReaders(view);
  const parts = [
    controllerPart(node, readers, scope),
    requiredPermissionPart(node, readers, scope),
    valueClassPart(node, readers, scope),
    decoratorsPart(node, scope),
  ].flatMap((part) => part ?? []);
  if (!parts.some(({ signature }) => isWorthASignature(signature))) return undefined;
  const diagnostics = uniqueDiagnostics(parts.flatMap((part) => part.diagnostics));
  const merged = Object.assign(
    {},
    ...parts.map((part) => part.signature),
  ) as SignaturePart['signature'];
  const signature: ClassSignature = {
    format: SIGNATURE_FORMAT,
    className: classNameOf(node),
    ...renumbered(merged),
    ...(diagnostics.length === 0 ? {} : { faults: diagnostics.map(diagnosticLine) }),
  };
  return { node, signature, references: scope.references.all(), diagnostics };
}

/** The same class has the same signature, however often its types were read. */
function renumbered(signature: SignaturePart['signature']): SignaturePart['signature'] {
  const { methods, staticMethods, properties } = signature;
  const numbered = (all: NonNullable<ClassSignature['methods']>) =>
    mapValues(all, (one) => ({ ...one, parameters: one.parameters.map(renumber) }));
  return {
    ...signature,
    ...(methods && { methods: numbered(methods) }),
    ...(staticMethods && { staticMethods: numbered(staticMethods) }),
    ...(properties && { properties: properties.map(renumber) }),
  };
}

/** A base class of controllers is read with the classes that extend it, and has only decorators itself. */
function isWorthASignature({ decorators, ...others }: SignaturePart['signature']): boolean {
  if (decorators === undefined) return true;
  const { class: ofClass = [], methods = {} } = decorators;
  const names = [...ofClass, ...Object.values(methods).flatMap(({ own = [] }) => own)];
  return Object.keys(others).length > 0 || names.includes('RequirePermission');
}

/** `undefined` if the controller names none. */
function requiredPermissionPart(
  node: ts.ClassLikeDeclaration,
  readers: ClassReaders,
  scope: TypeScope,
): SignaturePart | undefined {
  const lineage = lineageOf(node, scope.view);
  const className = classNameOf(node);
  // A class that it extends has a signature of its own.
  const required = [node, ...node.members].flatMap((subject) =>
    decoratorsNamed('RequirePermission', subject, scope.view).map((decorator) => {
      const methodName =
        subject === node ? undefined : literalName(subject.name as ts.PropertyName | undefined);
      const at = methodName === undefined ? { className } : { className, methodName };
      const place = { lineage, scope, location: { ...at, routeIndex: 0 } };
      return { at, decorator, permission: readPermission(decorator.arguments[0], place) };
    }),
  );
  const permissions = required.map(({ permission }) => permission);
  const staticMethods = callbackSignatures(permissions);
  const diagnostics = [
    ...permissions.flatMap((one) => one?.rejections ?? []).map(rejectionDiagnostic),
    ...required.flatMap(({ at, decorator, permission }) =>
      checkRequired(at, decorator, permission, readers),
    ),
  ];
  const isEmpty = Object.keys(staticMethods).length === 0 && diagnostics.length === 0;
  return isEmpty ? undefined : { signature: { staticMethods }, diagnostics };
}

function checkRequired(
  at: DiagnosticLocation,
  decorator: KnownDecorator,
  permission: PermissionReading | undefined,
  readers: ClassReaders,
): readonly SourceDiagnostic[] {
  if (permission?.declaration === undefined) return [];
  const handler = { ...at, permission: permission.declaration };
  // A plain handler has no options of `@RestRoute`.
  const checked = compileHandler(handler, { ...readers, routeOptions: [] });
  const diagnostics = isRoute(checked) ? [] : checked;
  // The compiler has read every parameter, or has reported why not.
  return diagnostics
    .filter(({ code }) => code !== 'RR1016')
    .map((one) =>
      ruleDiagnostic(one, callbackNode(one.location, permission.callbacks) ?? decorator.node),
    );
}

function callbackNode(
  { part, callbackIndex = 0 }: DiagnosticLocation,
  callbacks: readonly CallbackReading[],
): ts.Node | undefined {
  const callback = callbacks[callbackIndex];
  if (part?.kind === 'callback') return callback?.node;
  if (part?.kind !== 'parameter') return undefined;
  return parameterNodeAt(callback?.method, part.index, part.aspect);
}

/** The decorators of this package that must be the same in the source and at startup. */
const OF_CLASSES: ReadonlySet<string> = new Set(['RequirePermission']);
const OF_METHODS: ReadonlySet<string> = new Set(['RestRoute', 'Cache', 'RequirePermission']);
const OF_PARAMETERS: ReadonlySet<string> = new Set(['Param', 'ListOf', 'Arguments']);

/** Decorators of Nest with metadata on the method, which a decorator above them may lose. */
const OF_NEST: ReadonlySet<string> = new Set([
  'UseGuards',
  'UseInterceptors',
  'UseFilters',
  'UsePipes',
]);

/** `undefined` if no method or class has one of this package. */
function decoratorsPart(
  node: ts.ClassLikeDeclaration,
  { view }: TypeScope,
): SignaturePart | undefined {
  const ofClass = namesOf(node, OF_CLASSES, view);
  const methods = methodsOf(lineageOf(node, view), view);
  if (methods.length === 0 && !ofClass.some(isOurs)) return undefined;
  const decorators: ClassSignature['decorators'] = {
    ...(ofClass.length === 0 ? {} : { class: ofClass }),
    ...(methods.length === 0 ? {} : { methods: Object.fromEntries(methods) }),
  };
  return { signature: { decorators }, diagnostics: [] };
}

/** Nearest first; a method that is overridden is not listed. */
function methodsOf(
  lineage: readonly Ancestor[],
  view: ProjectView,
): readonly (readonly [string, MethodDecorators])[] {
  return inheritedMembers(lineage).flatMap(({ member }) => {
    const name = literalName(member.name);
    if (name === undefined || !ts.isMethodDeclaration(member)) return [];
    if (isStatic(member) || member.body === undefined) return [];
    const decorators = decoratorsOfMethod(member, view);
    return decorators === undefined ? [] : [[name, decorators] as const];
  });
}

function decoratorsOfMethod(
  node: ts.MethodDeclaration,
  view: ProjectView,
): MethodDecorators | undefined {
  const own = namesOf(node, OF_METHODS, view);
  const parameters = node.parameters
    .filter(({ name }) => !ts.isIdentifier(name) || name.text !== 'this')
    .map((parameter, index) => [String(index), namesOf(parameter, OF_PARAMETERS, view)] as const)
    .filter(([, names]) => names.length > 0);
  const all = [...own, ...parameters.flatMap(([, names]) => names)];
  if (!all.some(isOurs)) return undefined;
  return {
    ...(own.length === 0 ? {} : { own }),
    ...(parameters.length === 0 ? {} : { parameters: Object.fromEntries(parameters) }),
  };
}

function isOurs(name: string): boolean {
  return name !== 'other' && !OF_NEST.has(name);
}

function namesOf(node: ts.Node, known: ReadonlySet<string>, view: ProjectView): DecoratorNames {
  return decoratorsOf(node, view).flatMap(({ name, symbol }) => {
    if (name !== undefined) return known.has(name) ? [name] : [];
    const isKnown = symbol !== undefined && OF_NEST.has(symbol.name) && isFromNest(symbol);
    return [isKnown ? symbol.name : 'other'];
  });
}

export interface FileReading {
  readonly classes: readonly ClassReading[];
  readonly diagnostics: readonly SourceDiagnostic[];
  /** A change of one makes this reading out of date. */
  readonly dependencies: ReadonlySet<string>;
}

const NOTHING: FileReading = { classes: [], diagnostics: [], dependencies: new Set() };

export function readFile(file: ts.SourceFile, view: ProjectView): FileReading {
  if (!view.isOfProject(file) || !mentionsRoutes(file.text)) return NOTHING;
  const { result: classes, files } = view.visitedDuring(() =>
    classesIn(file).flatMap((node) => readClass(node, view) ?? []),
  );
  const dependencies = new Set(files);
  dependencies.delete(file.fileName);
  return {
    classes,
    diagnostics: uniqueDiagnostics(classes.flatMap(({ diagnostics }) => diagnostics)),
    dependencies,
  };
}
