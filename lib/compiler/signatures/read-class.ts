import type { ClassSignature } from '../../model/signature/method-signature.js';
import { SIGNATURE_FORMAT } from '../../model/signature/method-signature.js';
import { createTypeScope } from '../types/type-scope.js';
import { extendedClasses } from '../classes/extended-classes.js';
import { isController, lineageOf } from '../classes/heritage.js';
import type { ProjectView } from '../program/project-view.js';
import { orphanDiagnostics, readController } from '../declarations/read-controller.js';
import { readValueClass } from '../declarations/read-value-class.js';
import {
  diagnosticLine,
  uniqueDiagnostics,
  type SourceDiagnostic,
} from '../diagnostics/source-diagnostic.js';
import { ts } from '../program/typescript.js';
import type { TypeScope } from '../types/type-reader.js';
import { routeMethodsOf } from '../classes/route-methods.js';
import { decoratorsNamed, decoratorsOf } from '../syntax/our-decorators.js';
import type { ClassReference } from '../classes/class-references.js';

/** A class with a signature to attach. */
export interface ClassReading {
  readonly node: ts.ClassLikeDeclaration;
  readonly signature: ClassSignature;
  readonly references: readonly ClassReference[];
  readonly diagnostics: readonly SourceDiagnostic[];
}

/** What the parts of a class's signature are read into. */
export interface ReadParts {
  readonly parts: Pick<ClassSignature, 'methods' | 'staticMethods' | 'properties'>;
  readonly diagnostics: readonly SourceDiagnostic[];
}

/** Reads a class; `undefined` where it is neither a controller nor a value class. */
export function readClass(
  node: ts.ClassLikeDeclaration,
  view: ProjectView,
): ClassReading | undefined {
  const scope = createTypeScope(view, node);
  const parts = [controllerParts(node, scope), valueParts(node, scope)].flatMap((p) => p ?? []);
  if (parts.length === 0) return undefined;
  const diagnostics = uniqueDiagnostics(parts.flatMap((part) => part.diagnostics));
  const signature: ClassSignature = {
    format: SIGNATURE_FORMAT,
    className: node.name?.text ?? 'default',
    ...Object.assign({}, ...parts.map((part) => part.parts)),
    ...(diagnostics.length === 0 ? {} : { faults: diagnostics.map(diagnosticLine) }),
  };
  return { node, signature, references: scope.references.all(), diagnostics };
}

/**
 * A controller, or a class with routes whose decorators are not known here: one may be a composed
 * one. A base class is read with the classes that extend it, which know its type arguments.
 */
function controllerParts(node: ts.ClassLikeDeclaration, scope: TypeScope): ReadParts | undefined {
  const lineage = lineageOf(node, scope.view);
  const hasController = isController(lineage, scope.view);
  if (!hasController && routeMethodsOf(lineage, scope.view).length === 0) return undefined;
  if (hasController || decoratorsOf(node, scope.view).others > 0) {
    return readController(node, lineage, scope);
  }
  return isBase(node, scope) ? undefined : orphanDiagnostics(node, lineage, scope);
}

/** Made to be extended: it is, it is abstract, or a function makes it. */
function isBase(node: ts.ClassLikeDeclaration, { view }: TypeScope): boolean {
  const isAbstract = (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Abstract) !== 0;
  const isMade = ts.findAncestor(node, ts.isFunctionLike) !== undefined;
  return isAbstract || isMade || view.once(extendedClasses).has(node);
}

function valueParts(node: ts.ClassLikeDeclaration, scope: TypeScope): ReadParts | undefined {
  const isValueClass = decoratorsNamed('ValueClass', node, scope.view).length > 0;
  return isValueClass ? readValueClass(node, scope) : undefined;
}
