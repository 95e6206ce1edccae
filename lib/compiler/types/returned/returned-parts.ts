import type { ProjectView } from '../../program/project-view.js';
import { ts } from '../../program/typescript.js';
import { literalValues, unionMembers } from '../checked/checker-types.js';

const WRAPPERS: ReadonlySet<string> = new Set([
  'Promise',
  'PromiseLike',
  'Observable',
  'RestResponse',
]);

/** What is sent of one of the types that a method may return, without the types around it. */
export interface ReturnedPart {
  readonly node: ts.TypeNode;
  /** It is the body of a `RestResponse`. */
  readonly isResponse: boolean;
  /** What the second type argument of the `RestResponse` states. */
  readonly statuses?: readonly number[];
}

/** The alternatives of a returned type: each `RestResponse` of a union is one, any other type is kept whole. */
export function returnedParts(node: ts.TypeNode, view: ProjectView): readonly ReturnedPart[] {
  if (ts.isParenthesizedTypeNode(node)) return returnedParts(node.type, view);
  if (ts.isUnionTypeNode(node) && node.types.some(holdsResponse)) {
    return node.types.flatMap((type) => returnedParts(type, view));
  }
  const isResponse = isResponseNode(node);
  const wrapped = wrappedType(node);
  if (wrapped === undefined) return [{ node, isResponse }];
  const parts = returnedParts(wrapped, view);
  return isResponse
    ? parts.map((part) => ({ ...part, isResponse, ...statusesOf(node, view) }))
    : parts;
}

/** The type within a `Promise`, an `Observable` or a `RestResponse`. */
export function wrappedType(node: ts.TypeNode): ts.TypeNode | undefined {
  return ts.isTypeReferenceNode(node) && WRAPPERS.has(node.typeName.getText())
    ? node.typeArguments?.[0]
    : undefined;
}

function holdsResponse(node: ts.TypeNode): boolean {
  if (ts.isParenthesizedTypeNode(node)) return holdsResponse(node.type);
  if (isResponseNode(node)) return true;
  const wrapped = wrappedType(node);
  return wrapped !== undefined && holdsResponse(wrapped);
}

function isResponseNode(node: ts.TypeNode): node is ts.TypeReferenceNode {
  return ts.isTypeReferenceNode(node) && node.typeName.getText() === 'RestResponse';
}

/** Nothing where the status is any number. */
function statusesOf(
  { typeArguments }: ts.TypeReferenceNode,
  view: ProjectView,
): Pick<ReturnedPart, 'statuses'> {
  const stated = typeArguments?.[1];
  if (stated === undefined) return {};
  if (ts.isTypeReferenceNode(stated)) view.resolve(stated.typeName);
  const values = literalValues(unionMembers(view.checker.getTypeFromTypeNode(stated)));
  const statuses = values?.filter((value) => typeof value === 'number') ?? [];
  // The checker orders the members of a union by what it has met before.
  return statuses.length === 0 ? {} : { statuses: statuses.toSorted((a, b) => a - b) };
}
