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
import { valueClassPart } from './value-class-part.js';

/** A class with a signature to attach. */
export interface ClassReading {
  readonly node: ts.ClassLikeDeclaration;
  readonly signature: ClassSignature;
  readonly references: readonly ClassReference[];
  readonly diagnostics: readonly SourceDiagnostic[];
}

/** Reads and checks a class; `undefined` where it is neither a controller nor a value class. */
export function readClass(
  node: ts.ClassLikeDeclaration,
  view: ProjectView,
): ClassReading | undefined {
  const scope = createTypeScope(view, node);
  const parts = [controllerPart(node, scope), valueClassPart(node, scope)].flatMap(
    (part) => part ?? [],
  );
  if (parts.length === 0) return undefined;
  const diagnostics = uniqueDiagnostics(parts.flatMap((part) => part.diagnostics));
  const signature: ClassSignature = {
    format: SIGNATURE_FORMAT,
    className: classNameOf(node),
    ...Object.assign({}, ...parts.map((part) => part.signature)),
    ...(diagnostics.length === 0 ? {} : { faults: diagnostics.map(diagnosticLine) }),
  };
  return { node, signature, references: scope.references.all(), diagnostics };
}
