import { type ClassSignature, SIGNATURE_FORMAT } from '../../types/method-signature.js';
import { type ClassHandle, fileTypeOf } from '../../types/type.js';
import type { LocatedClass } from '../classes/class-references.js';
import {
  diagnosticLine,
  uniqueDiagnostics,
  type SourceDiagnostic,
  rejectionDiagnostic,
  ruleDiagnostic,
  parameterNode,
  parameterNodeAt,
} from '../source-diagnostic.js';
import type { ProjectView } from '../program/project-view.js';
import type { ts } from '../program/typescript.js';
import { createTypeScope } from '../types/type-scope.js';
import { controllerPart, type SignaturePart } from './controller-part.js';
import { decoratorsPart } from './decorators-part.js';
import { lineageOf, traitsReader } from '../classes/heritage.js';
import type { TypeScope } from '../types/type-reading.js';
import type { DiagnosticLocation } from '../../diagnostics/location.js';
import { compileHandler } from '../../routes/compile-handler.js';
import { isRoute } from '../../routes/compile-route.js';
import { valueClassReader } from '../declarations/value-class-reader.js';
import {
  decoratorsNamed,
  type OurDecorator,
  isValueClass,
  mentionsRoutes,
} from '../syntax/our-decorators.js';
import { classesIn, classNameOf, plainName } from '../syntax/nodes.js';
import {
  callbackSignatures,
  readPermission,
  type CallbackReading,
  type PermissionReading,
} from '../declarations/read-permission.js';
import { readValueClass, type ValueClassReading } from '../declarations/read-value-class.js';
import { diagnosticAt } from '../../diagnostics/diagnostic.js';
import type { ClassReaders, ValueClassReader } from '../../routes/declaration/route-declaration.js';
import { declaredType } from '../../routes/declaration/parameter-declaration.js';
import { isTypeDiagnostic, type TypeDiagnostic } from '../../types/type-schema.js';
import { checkFileArgument } from '../../routes/rules/check-file-argument.js';
import { checkValueClass } from '../../routes/rules/check-value-class.js';
import { aspectOf, propertyPart } from '../../routes/rules/parameter-finding.js';
import type { ParameterReading } from '../declarations/read-parameter.js';

/** A class with a signature to attach. */
export interface ClassReading {
  readonly node: ts.ClassLikeDeclaration;
  readonly signature: ClassSignature;
  readonly references: readonly LocatedClass[];
  readonly diagnostics: readonly SourceDiagnostic[];
}

/** Reads and checks a class; `undefined` where there is nothing to attach to it. */
function readClass(node: ts.ClassLikeDeclaration, view: ProjectView): ClassReading | undefined {
  const scope = createTypeScope(view, node);
  const parts = [
    controllerPart(node, scope),
    requiredPermissionPart(node, scope),
    valueClassPart(node, scope),
    decoratorsPart(node, scope),
  ].flatMap((part) => part ?? []);
  if (!parts.some(({ signature }) => isWorthASignature(signature))) return undefined;
  const diagnostics = uniqueDiagnostics(parts.flatMap((part) => part.diagnostics));
  const signature: ClassSignature = {
    format: SIGNATURE_FORMAT,
    className: classNameOf(node),
    ...mergeParts(parts),
    ...(diagnostics.length === 0 ? {} : { faults: diagnostics.map(diagnosticLine) }),
  };
  return { node, signature, references: scope.references.all(), diagnostics };
}

/** A base class of controllers, which is read with the classes that extend it, has only decorators. */
function isWorthASignature({ decorators, ...others }: SignaturePart['signature']): boolean {
  if (decorators === undefined) return true;
  const { class: ofClass = [], methods = {} } = decorators;
  const names = [...ofClass, ...Object.values(methods).flatMap(({ own = [] }) => own)];
  return Object.keys(others).length > 0 || names.includes('RequirePermission');
}

/** Routes and handlers of one class may name callbacks: both list static methods. */
function mergeParts(parts: readonly SignaturePart[]): SignaturePart['signature'] {
  const signatures = parts.map(({ signature }) => signature);
  const named = signatures.flatMap(({ staticMethods }) =>
    staticMethods === undefined ? [] : [staticMethods],
  );
  const merged = Object.assign({}, ...signatures) as SignaturePart['signature'];
  if (named.length < 2) return merged;
  const staticMethods = Object.assign({}, ...named) as typeof merged.staticMethods;
  return staticMethods === undefined ? merged : { ...merged, staticMethods };
}

/** The callbacks that a plain Nest controller names, read and checked; `undefined` where it names none. */
function requiredPermissionPart(
  node: ts.ClassLikeDeclaration,
  scope: TypeScope,
): SignaturePart | undefined {
  const required = readRequiredPermissions(node, scope);
  const permissions = required.map(({ permission }) => permission);
  const staticMethods = callbackSignatures(permissions);
  const { view } = scope;
  const readers = { properties: valueClassReader(view), traits: traitsReader(view) };
  const diagnostics = [
    ...permissions.flatMap((one) => one?.rejections ?? []).map(rejectionDiagnostic),
    ...required.flatMap((one) => checkRequired(one, readers)),
  ];
  const isEmpty = Object.keys(staticMethods).length === 0 && diagnostics.length === 0;
  return isEmpty ? undefined : { signature: { staticMethods }, diagnostics };
}

/** One `@RequirePermission`, of a method or of the class itself. */
interface RequiredPermission {
  readonly at: DiagnosticLocation;
  readonly decorator: OurDecorator;
  readonly permission: PermissionReading | undefined;
}

/** Reads each `@RequirePermission` of a class. A class that it extends has a signature of its own. */
function readRequiredPermissions(
  node: ts.ClassLikeDeclaration,
  scope: TypeScope,
): readonly RequiredPermission[] {
  const lineage = lineageOf(node, scope.view);
  const className = classNameOf(node);
  return [node, ...node.members].flatMap((subject) =>
    decoratorsNamed('RequirePermission', subject, scope.view).map((decorator) => {
      const methodName =
        subject === node ? undefined : plainName(subject.name as ts.PropertyName | undefined);
      const at = methodName === undefined ? { className } : { className, methodName };
      const place = { lineage, scope, location: { ...at, routeIndex: 0 } };
      return { at, decorator, permission: readPermission(decorator.arguments[0], place) };
    }),
  );
}

/** Checks a permission of a plain controller by the rules that it is checked by at startup. */
function checkRequired(
  { at, decorator, permission }: RequiredPermission,
  readers: ClassReaders,
): readonly SourceDiagnostic[] {
  if (permission?.declaration === undefined) return [];
  const subject = { ...at, permission: permission.declaration };
  const checked = compileHandler(subject, readers);
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

/** The properties of a value class, read and checked; `undefined` for any other class. */
function valueClassPart(
  node: ts.ClassLikeDeclaration,
  scope: TypeScope,
): SignaturePart | undefined {
  if (!isValueClass(node, scope.view)) return undefined;
  const reading = readValueClass(node, scope);
  return {
    signature: { properties: reading.properties.map(({ signature }) => signature) },
    diagnostics: [
      ...reading.rejections.map(rejectionDiagnostic),
      ...checkProperties(reading, scope.view),
    ],
  };
}

/** Checks the properties of a value class one by one, so that each diagnostic has its own place. */
function checkProperties(
  { node, className, properties }: ValueClassReading,
  view: ProjectView,
): readonly SourceDiagnostic[] {
  const ref = node.name === undefined ? undefined : view.checker.getSymbolAtLocation(node.name);
  const readOther = valueClassReader(view);
  return properties
    .filter(({ rejection, source }) => rejection === undefined && source.signature !== undefined)
    .flatMap((property) => {
      const reader: ValueClassReader = (handle) =>
        handle.ref === ref ? [property.source] : readOther(handle);
      return checkProperty(property, { name: className, ref }, reader);
    });
}

function checkProperty(
  property: ParameterReading,
  owner: ClassHandle,
  reader: ValueClassReader,
): readonly SourceDiagnostic[] {
  const checked = wrongWith(property, owner, reader);
  if (checked === undefined) return [];
  const aspect = checked.aspect ?? aspectOf(checked.code);
  const part = propertyPart(property.signature.name, aspect);
  const diagnostic = diagnosticAt({ className: owner.name, part }, checked);
  return [ruleDiagnostic(diagnostic, parameterNode(property, aspect))];
}

/** A file may be a property of an `@Arguments()` parameter: where the class is used decides that. */
function wrongWith(
  { source, signature }: ParameterReading,
  owner: ClassHandle,
  reader: ValueClassReader,
): TypeDiagnostic | undefined {
  const type = declaredType(source);
  const file = type === undefined || 'code' in type ? undefined : fileTypeOf(type);
  if (file === undefined) {
    const made = checkValueClass(owner, reader);
    return isTypeDiagnostic(made) ? made : undefined;
  }
  const checked = checkFileArgument(source, signature.name, file);
  return Array.isArray(checked) ? checked[0] : undefined;
}

/** The signatures and the diagnostics of one source file. */
export interface FileReading {
  readonly classes: readonly ClassReading[];
  readonly diagnostics: readonly SourceDiagnostic[];
  /** The other files that were read; a change of one makes this reading out of date. */
  readonly dependencies: ReadonlySet<string>;
}

const NOTHING: FileReading = { classes: [], diagnostics: [], dependencies: new Set() };

/** Reads all controllers and value classes of a file. */
export function readFile(file: ts.SourceFile, view: ProjectView): FileReading {
  if (!mentionsRoutes(file.text) || !view.isOfProject(file)) return NOTHING;
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
