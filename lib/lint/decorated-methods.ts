import { OurNames } from './our-names.js';
import { identifier, isNode, nodesOf, type Node } from './lint-syntax.js';

/** A use of one of our decorators. */
export interface OurDecorator {
  readonly name: string;
  readonly node: Node;
  readonly arguments: readonly Node[];
}

/** Calls `visit` for every method that has one of our decorators, with those of the method and of its class. */
export function visitMethods(
  visit: (method: readonly OurDecorator[], owner: readonly OurDecorator[], names: OurNames) => void,
): Readonly<Record<string, (node: Node) => void>> {
  const names = new OurNames();
  const visitClass = (node: Node): void => {
    const owner = decoratorsOf(node, names);
    for (const member of membersOf(node)) {
      const decorators = decoratorsOf(member, names);
      if (decorators.length > 0) visit(decorators, owner, names);
    }
  };
  return {
    ImportDeclaration: (node) => names.read(node),
    ClassDeclaration: visitClass,
    ClassExpression: visitClass,
  };
}

function membersOf({ body }: Node): readonly Node[] {
  return nodesOf(isNode(body) ? body['body'] : undefined);
}

/** The decorators of one name. */
export function named(decorators: readonly OurDecorator[], name: string): readonly OurDecorator[] {
  return decorators.filter((decorator) => decorator.name === name);
}

/** The class or function of a permission: `PublicAccess` of `new PublicAccess()`, `anyOf` of `anyOf(…)`. */
export function permissionName(node: Node, names: OurNames): string | undefined {
  const name = names.nameOf(node['callee']);
  return name !== undefined && PERMISSIONS.get(node.type)?.has(name) === true ? name : undefined;
}

/** The names of permissions, by the type of the node that makes one. */
const PERMISSIONS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['NewExpression', new Set(['PublicAccess', 'Capability', 'Callback'])],
  ['CallExpression', new Set(['allOf', 'anyOf'])],
]);
const WRITING: ReadonlySet<string> = new Set(['Post', 'Put', 'Patch', 'Delete']);

/** Whether a route writes: `HttpMethod.Post`, `'POST'`, or a list with one of them. */
export function isWriting({ arguments: [, methods] }: OurDecorator): boolean {
  const all = methods?.type === 'ArrayExpression' ? nodesOf(methods['elements']) : [methods];
  return all.some((method) => method !== undefined && WRITING.has(methodName(method)));
}

function methodName(node: Node): string {
  if (node.type === 'MemberExpression') return identifier(node['property']) ?? '';
  const { value } = node;
  if (typeof value !== 'string') return '';
  return value.charAt(0).toUpperCase() + value.slice(1).toLowerCase();
}

function decoratorsOf(node: Node, names: OurNames): readonly OurDecorator[] {
  return nodesOf(node['decorators']).flatMap((decorator) => {
    const { expression } = decorator;
    const isCall = isNode(expression) && expression.type === 'CallExpression';
    const name = names.nameOf(isCall ? expression['callee'] : expression);
    if (name === undefined) return [];
    return [{ name, node: decorator, arguments: isCall ? nodesOf(expression['arguments']) : [] }];
  });
}
