import type { ProjectView } from './project-view.js';
import { ts, type Checker } from './typescript.js';
import { literalName } from '../syntax/nodes.js';

/** A method as a class inherits it, with the types of the type parameters of its base class. */
export function inheritedSignature(
  node: ts.SignatureDeclaration,
  home: ts.ClassLikeDeclaration,
  { checker }: ProjectView,
): ts.Signature | undefined {
  const type = ts.isMethodDeclaration(node) ? memberType(node, home, checker) : undefined;
  return type?.getCallSignatures().find((one) => one.declaration === node);
}

/** The type of a parameter, or of a property, as a class inherits it; `undefined` if the class overrides it. */
export function inheritedType(
  node: ts.ParameterDeclaration | ts.PropertyDeclaration,
  home: ts.ClassLikeDeclaration,
  view: ProjectView,
): ts.Type | undefined {
  const { checker } = view;
  if (!ts.isParameter(node)) return memberType(node, home, checker);
  const parameter = inheritedSignature(node.parent, home, view)?.parameters.find(
    ({ valueDeclaration }) => valueDeclaration === node,
  );
  return parameter && checker.getTypeOfSymbolAtLocation(parameter, home);
}

function memberType(
  { name: node, parent }: ts.MethodDeclaration | ts.PropertyDeclaration,
  home: ts.ClassLikeDeclaration,
  checker: Checker,
): ts.Type | undefined {
  const name = ts.isClassLike(parent) ? literalName(node) : undefined;
  if (name === undefined) return undefined;
  const property = instanceType(home, checker).getProperty(name);
  const isOfNode = property?.declarations?.some((one) => one.parent === parent) === true;
  return isOfNode ? checker.getTypeOfSymbolAtLocation(property, home) : undefined;
}

function instanceType(home: ts.ClassLikeDeclaration, checker: Checker): ts.Type {
  const type = checker.getTypeAtLocation(home);
  return type.getConstructSignatures()[0]?.getReturnType() ?? type;
}
