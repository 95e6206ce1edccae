import { ts } from '../../program/typescript.js';
import { isRejection, oneLine, reject, type Rejection } from '../../syntax/rejection.js';
import { hasTags, misplacedTag } from '../../tags/read-tags.js';
import { plainName } from '../../syntax/plain-name.js';
import type { TypeArguments } from '../../syntax/type-arguments.js';
import type { Member, Members, MemberType } from './members.js';

/** The members of an interface or a type literal. */
export function declaredMembers(
  elements: readonly ts.TypeElement[],
  typeArguments: TypeArguments,
): Members | Rejection {
  const properties = new Map<string, Member>();
  let additional: MemberType | undefined;
  for (const element of elements) {
    if (ts.isIndexSignatureDeclaration(element)) {
      additional = indexType(element, typeArguments);
    } else {
      const member = readElement(element, typeArguments);
      if (isRejection(member)) return member;
      properties.set(member.name, member);
    }
  }
  return additional === undefined ? { properties } : { properties, additional };
}

/** The type of the values of `[key: string]: T`. Names of properties are texts in JSON. */
function indexType(node: ts.IndexSignatureDeclaration, typeArguments: TypeArguments): MemberType {
  if (hasTags(node)) return { kind: 'rejected', rejection: misplacedTag(node) };
  const isByText = node.parameters[0]?.type?.kind === ts.SyntaxKind.StringKeyword;
  return isByText
    ? { kind: 'written', node: node.type, typeArguments }
    : { kind: 'rejected', rejection: reject('RR2001', node) };
}

function readElement(element: ts.TypeElement, typeArguments: TypeArguments): Member | Rejection {
  const isOptional = element.questionToken !== undefined;
  const { name: node } = element;
  // A call signature: the type is a function.
  if (node === undefined) return reject('RR2014', element);
  const name = plainName(node);
  const type = typeOfElement(element, typeArguments);
  if (name !== undefined) return { name, type, isOptional, declaration: element };
  return type.kind === 'method'
    ? { name: oneLine(node.getText()), type, isOptional }
    : reject('RR2016', node);
}

function typeOfElement(element: ts.TypeElement, typeArguments: TypeArguments): MemberType {
  const isProperty = ts.isPropertySignature(element) || ts.isGetAccessorDeclaration(element);
  if (!isProperty) return { kind: 'method' };
  const { type: node } = element;
  if (node === undefined) return { kind: 'rejected', rejection: reject('RR2001', element) };
  return ts.isFunctionTypeNode(node)
    ? { kind: 'method' }
    : { kind: 'written', node, typeArguments };
}
