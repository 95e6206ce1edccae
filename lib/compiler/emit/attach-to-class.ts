import { ts } from '../program/typescript.js';
import type { Attachment } from './attachment.js';
import { signatureBlock } from './signature-block.js';

/**
 * Adds to a class a static block that attaches its signature. The block is the last member, so that no
 * line moves, and part of the body, so that it runs before the decorators of the class.
 */
export function attachToClass(
  node: ts.ClassLikeDeclaration,
  attachment: Attachment,
): ts.ClassLikeDeclaration {
  const members = ts.setTextRange(
    ts.factory.createNodeArray([...node.members, signatureBlock(attachment)]),
    node.members,
  );
  return ts.isClassDeclaration(node)
    ? withMembersOfDeclaration(node, members)
    : withMembersOfExpression(node, members);
}

type Members = ts.NodeArray<ts.ClassElement>;

function withMembersOfDeclaration(
  node: ts.ClassDeclaration,
  members: Members,
): ts.ClassDeclaration {
  const { modifiers, name, typeParameters, heritageClauses } = node;
  return ts.factory.updateClassDeclaration(
    node,
    modifiers,
    name,
    typeParameters,
    heritageClauses,
    members,
  );
}

function withMembersOfExpression(node: ts.ClassExpression, members: Members): ts.ClassExpression {
  const { modifiers, name, typeParameters, heritageClauses } = node;
  return ts.factory.updateClassExpression(
    node,
    modifiers,
    name,
    typeParameters,
    heritageClauses,
    members,
  );
}
