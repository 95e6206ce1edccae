/** A node of ESTree, with the properties that every node has. */
export interface Node {
  readonly type: string;
  readonly parent?: Node;
  readonly [property: string]: unknown;
}

/** The context that ESLint and oxlint pass to a rule. */
export interface RuleContext {
  report(problem: { readonly node: Node; readonly messageId: string }): void;
}

/** A rule as ESLint and oxlint know it. */
export interface Rule {
  readonly meta: {
    readonly type: 'problem' | 'suggestion';
    readonly docs: { readonly description: string };
    readonly messages: Readonly<Record<string, string>>;
    readonly schema: readonly never[];
  };
  create(context: RuleContext): Readonly<Record<string, (node: Node) => void>>;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** The nodes of a list, without its holes. */
export function nodesOf(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** The name of an identifier; `undefined` for any other node. */
export function identifier(node: unknown): string | undefined {
  if (!isNode(node) || node.type !== 'Identifier') return undefined;
  return typeof node['name'] === 'string' ? node['name'] : undefined;
}
