import { identifier, isNode, nodesOf, type Node } from './lint-syntax.js';

const PACKAGE = 'nestjs-rest-routes';

/** The names of this library in one file, however they are imported. */
export class OurNames {
  readonly #names = new Map<string, string>();
  readonly #namespaces = new Set<string>();

  /** Reads `import { RestRoute as Route } from …` and `import * as rest from …`. */
  read(declaration: Node): void {
    const { source } = declaration;
    if (!isNode(source) || source['value'] !== PACKAGE) return;
    for (const specifier of nodesOf(declaration['specifiers'])) {
      const local = identifier(specifier['local']);
      if (local === undefined) continue;
      if (specifier.type === 'ImportNamespaceSpecifier') this.#namespaces.add(local);
      const imported = identifier(specifier['imported']);
      if (imported !== undefined) this.#names.set(local, imported);
    }
  }

  /** The name under which this library exports what an expression names. */
  nameOf(expression: unknown): string | undefined {
    const name = identifier(expression);
    if (name !== undefined) return this.#names.get(name);
    if (!isNode(expression) || expression.type !== 'MemberExpression') return undefined;
    const namespace = identifier(expression['object']);
    const isOurs = namespace !== undefined && this.#namespaces.has(namespace);
    return isOurs ? identifier(expression['property']) : undefined;
  }
}
