import { SIGNATURE_FORMAT, type ClassSignature } from '../../model/signature/method-signature.js';
import type { ClassReference } from '../classes/class-references.js';
import { classNameOf } from '../declarations/controller-head.js';
import {
  diagnosticLine,
  uniqueDiagnostics,
  type SourceDiagnostic,
} from '../diagnostics/source-diagnostic.js';
import type { ProjectView } from '../program/project-view.js';
import type { ts } from '../program/typescript.js';
import { createTypeScope } from '../types/type-scope.js';
import { controllerPart } from './controller-part.js';
import { decoratorsPart } from './decorators-part.js';
import { requiredPermissionPart } from './required-permission-part.js';
import type { SignaturePart } from './signature-part.js';
import { valueClassPart } from './value-class-part.js';

/** A class with a signature to attach. */
export interface ClassReading {
  readonly node: ts.ClassLikeDeclaration;
  readonly signature: ClassSignature;
  readonly references: readonly ClassReference[];
  readonly diagnostics: readonly SourceDiagnostic[];
}

/** Reads and checks a class; `undefined` where there is nothing to attach to it. */
export function readClass(
  node: ts.ClassLikeDeclaration,
  view: ProjectView,
): ClassReading | undefined {
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
