import type { ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';
import { decoratorsNamed, decoratorsOf, isValueClass } from '../syntax/our-decorators.js';
import {
  isAbstract,
  bindTypeArguments,
  NO_TYPE_ARGUMENTS,
  type TypeArguments,
} from '../syntax/nodes.js';
import type { ClassReaders, ClassTraits } from '../../routes/declaration/route-declaration.js';
import { propertyTraits } from './properties.js';

/** A class in a chain of inheritance, with the types that its type parameters stand for there. */
export interface Ancestor {
  readonly node: ts.ClassLikeDeclaration;
  readonly typeArguments: TypeArguments;
}

/** The class itself and the classes it extends, nearest first. */
export function lineageOf(node: ts.ClassLikeDeclaration, view: ProjectView): readonly Ancestor[] {
  const lineage: Ancestor[] = [];
  const add = (ancestor: Ancestor): void => {
    // TypeScript itself reports a class that extends itself.
    if (lineage.some((known) => known.node === ancestor.node)) return;
    lineage.push(ancestor);
    parentsWithTypes(ancestor, view).forEach(add);
  };
  add({ node, typeArguments: NO_TYPE_ARGUMENTS });
  return lineage;
}

/** Whether a class has `@RestController`, of its own or from a class it extends. */
export function isController(lineage: readonly Ancestor[], view: ProjectView): boolean {
  return lineage.some(({ node }) => decoratorsNamed('RestController', node, view).length > 0);
}

function parentsWithTypes(
  { node, typeArguments }: Ancestor,
  view: ProjectView,
): readonly Ancestor[] {
  const given = { nodes: extendsClause(node)?.typeArguments, typeArguments };
  return parentsOf(node, view).map((parent) => {
    view.visit(parent);
    return {
      node: parent,
      typeArguments: bindTypeArguments(parent.typeParameters, given, view.checker),
    };
  });
}

/** The class that a class extends: a named one, or those that a mixin combines. */
export function parentsOf(
  node: ts.ClassLikeDeclaration,
  view: ProjectView,
): readonly ts.ClassLikeDeclaration[] {
  const expression = extendsClause(node)?.expression;
  if (expression === undefined) return [];
  const declared = view.resolve(expression)?.valueDeclaration;
  return declared !== undefined && ts.isClassLike(declared)
    ? [declared]
    : constructedClasses(expression, view.checker);
}

/** Whether a class, or one that it extends, extends what a call makes and no class declares. */
export function extendsMadeClass(node: ts.ClassLikeDeclaration, view: ProjectView): boolean {
  return lineageOf(node, view).some(
    (one) => extendsClause(one.node) !== undefined && parentsOf(one.node, view).length === 0,
  );
}

/** The classes whose instances an expression constructs, as `Mixin(Base)` does. */
function constructedClasses(
  expression: ts.Expression,
  checker: ts.TypeChecker,
): readonly ts.ClassLikeDeclaration[] {
  const [construct] = checker.getTypeAtLocation(expression).getConstructSignatures();
  const instance = construct?.getReturnType();
  const types = instance?.isIntersection() === true ? instance.types : [instance];
  return types.flatMap((type) => {
    const declaration = type?.getSymbol()?.valueDeclaration;
    return declaration !== undefined && ts.isClassLike(declaration) ? [declaration] : [];
  });
}

function extendsClause(node: ts.ClassLikeDeclaration): ts.ExpressionWithTypeArguments | undefined {
  const clause = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  return clause?.types[0];
}

/** Gives the rules the traits of the classes of a program; each class is read once. */
export function traitsReader(view: ProjectView): ClassReaders['traits'] {
  const known = new Map<unknown, ClassTraits | undefined>();
  return ({ ref }) => {
    if (!known.has(ref)) known.set(ref, traitsOf(ref as ts.Symbol | undefined, view));
    return known.get(ref);
  };
}

/** `undefined` for a compiled class, which has lost its decorators: they are checked at startup. */
function traitsOf(symbol: ts.Symbol | undefined, view: ProjectView): ClassTraits | undefined {
  const node = symbol?.valueDeclaration;
  if (symbol === undefined || node === undefined || !ts.isClassLike(node)) return undefined;
  if (node.getSourceFile().isDeclarationFile) return undefined;
  view.visit(node);
  const lineage = lineageOf(node, view);
  const properties = propertyTraits(symbol, view);
  return {
    isMarked: lineage.some((one) => isValueClass(one.node, view)),
    isInjectable: lineage.some((one) => mayBeInjectable(one, view)),
    takesServices: takesParameters(lineage) || properties.some(({ isInjected }) => isInjected),
    // An abstract class has no instances: it is an injection token.
    hasBehaviour: isAbstract(node) || properties.some(({ isBehaviour }) => isBehaviour),
    hasValues: properties.some(({ isValue }) => isValue),
  };
}

/** An unknown decorator may be a composed one that includes `@Injectable()`. */
function mayBeInjectable({ node }: Ancestor, view: ProjectView): boolean {
  const { ours, others } = decoratorsOf(node, view);
  return others > 0 || ours.some(({ name }) => name !== 'ValueClass');
}

/** Whether the nearest constructor has parameters. */
function takesParameters(lineage: readonly Ancestor[]): boolean {
  const nearest = lineage
    .map(({ node }) => node.members.filter(ts.isConstructorDeclaration))
    .find((constructors) => constructors.length > 0);
  return nearest?.some(({ parameters }) => parameters.length > 0) === true;
}
