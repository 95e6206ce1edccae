/** A node of ESTree, with the properties that every node has. */
export interface Node {
  readonly type: string;
  readonly parent?: Node;
  readonly [property: string]: unknown;
}

/** A rule as ESLint and oxlint know it. */
interface Rule {
  readonly meta: {
    readonly type: 'problem' | 'suggestion';
    readonly docs: { readonly description: string };
    readonly messages: Readonly<Record<string, string>>;
    readonly schema: readonly never[];
  };
  create(context: {
    report(problem: { readonly node: Node; readonly messageId: string }): void;
  }): Readonly<Record<string, (node: Node) => void>>;
}

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

/** The names of permissions, by the type of the node that makes one. */
const PERMISSIONS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['NewExpression', new Set(['PublicAccess', 'Capability', 'Callback'])],
  ['CallExpression', new Set(['allOf', 'anyOf'])],
]);

const WRITING: ReadonlySet<string> = new Set(['Post', 'Put', 'Patch', 'Delete']);

/** Every `@RestRoute` has one permission, in the third place, or that of its `@RestController`. */
const routePermission: Rule = {
  meta: {
    type: 'problem',
    docs: { description: 'require exactly one permission on every @RestRoute' },
    messages: {
      missing:
        'This route has no permission. Give @RestRoute a third argument: new PublicAccess(), new Capability(name), new Callback(Class.method), or allOf(…) or anyOf(…) of several; or give @RestController a third argument for all its routes.',
      several:
        'This route has several permissions, and only the third argument counts. Keep one, or combine them with allOf(…) or anyOf(…).',
    },
    schema: [],
  },
  create: (context) =>
    visitMethods((decorators, owner, names) => {
      for (const route of named(decorators, 'RestRoute')) {
        const permissions = route.arguments.filter(
          (argument) => permissionName(argument, names) !== undefined,
        );
        if (permissions.length > 1) context.report({ node: route.node, messageId: 'several' });
        // A permission may have a name of its own: `const editors = new Capability('edit')`.
        if (permissionOf(route, owner) === undefined)
          context.report({ node: route.node, messageId: 'missing' });
      }
    }),
};

/** A route that writes is rarely meant to be public. */
const noPublicWrite: Rule = {
  meta: {
    type: 'suggestion',
    docs: { description: 'warn of PublicAccess on a route that writes' },
    messages: {
      public: 'Anyone may call this route, and it writes. Is that meant?',
    },
    schema: [],
  },
  create: (context) =>
    visitMethods((decorators, owner, names) => {
      for (const route of named(decorators, 'RestRoute')) {
        const permission = permissionOf(route, owner);
        const isPublic =
          permission !== undefined && permissionName(permission, names) === 'PublicAccess';
        const isOwn = permission !== undefined && route.arguments.includes(permission);
        const node = isOwn ? permission : route.node;
        if (isPublic && isWriting(route)) context.report({ node, messageId: 'public' });
      }
    }),
};

/** A route outside a controller is never served. */
const routeInController: Rule = {
  meta: {
    type: 'problem',
    docs: { description: 'require @RestController on a class with @RestRoute' },
    messages: {
      outside:
        "This route is in a class without @RestController, so it is not served. Decorate the class: @RestController('v1', '/path').",
    },
    schema: [],
  },
  create: (context) =>
    visitMethods((decorators, owner) => {
      if (named(owner, 'RestController').length > 0) return;
      for (const { node } of named(decorators, 'RestRoute')) {
        context.report({ node, messageId: 'outside' });
      }
    }),
};

/** Only GET responses can be cached. */
const noCachedWrite: Rule = {
  meta: {
    type: 'problem',
    docs: { description: 'disallow @Cache on a route that writes' },
    messages: {
      cached: '@Cache applies only to GET. Remove it, or give GET a method of its own.',
    },
    schema: [],
  },
  create: (context) =>
    visitMethods((decorators) => {
      const [cache] = named(decorators, 'Cache');
      if (cache !== undefined && named(decorators, 'RestRoute').some(isWriting)) {
        context.report({ node: cache.node, messageId: 'cached' });
      }
    }),
};

const NAME = 'rest-routes';

/** The plugin as ESLint and oxlint load it. */
export interface LintPlugin {
  readonly meta: { readonly name: string };
  readonly rules: Readonly<Record<string, Rule>>;
  readonly configs: {
    /** For a flat configuration of ESLint: all rules as errors, but `no-public-write`, which warns. */
    readonly recommended: {
      readonly plugins: Readonly<Record<string, { readonly rules: LintPlugin['rules'] }>>;
      readonly rules: Readonly<Record<string, 'error' | 'warn'>>;
    };
  };
}

const rules: LintPlugin['rules'] = {
  'route-permission': routePermission,
  'no-public-write': noPublicWrite,
  'route-in-controller': routeInController,
  'no-cached-write': noCachedWrite,
};

/**
 * Rules for the editor. They read only the syntax; the build and the startup check everything.
 *
 * @example
 * // eslint.config.js
 * import restRoutes from 'nestjs-rest-routes/lint';
 * export default [restRoutes.configs.recommended];
 */
export const plugin: LintPlugin = {
  meta: { name: NAME },
  rules,
  configs: {
    recommended: {
      plugins: { [NAME]: { rules } },
      rules: {
        [`${NAME}/route-permission`]: 'error',
        [`${NAME}/no-public-write`]: 'warn',
        [`${NAME}/route-in-controller`]: 'error',
        [`${NAME}/no-cached-write`]: 'error',
      },
    },
  },
};

/** A use of one of our decorators. */
interface OurDecorator {
  readonly name: string;
  readonly node: Node;
  readonly arguments: readonly Node[];
}

/** Calls `visit` for every method that has one of our decorators, with those of the method and of its class. */
function visitMethods(
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
function named(decorators: readonly OurDecorator[], name: string): readonly OurDecorator[] {
  return decorators.filter((decorator) => decorator.name === name);
}

/** The permission of a route: its own, or that of the controller. */
function permissionOf(route: OurDecorator, owner: readonly OurDecorator[]): Node | undefined {
  const [, , own] = route.arguments;
  const isStated = own !== undefined && own.type !== 'ObjectExpression';
  return isStated ? own : named(owner, 'RestController')[0]?.arguments[2];
}

/** The class or function of a permission: `PublicAccess` of `new PublicAccess()`, `anyOf` of `anyOf(…)`. */
export function permissionName(node: Node, names: OurNames): string | undefined {
  const name = names.nameOf(node['callee']);
  return name !== undefined && PERMISSIONS.get(node.type)?.has(name) === true ? name : undefined;
}

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

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** The nodes of a list, without its holes. */
export function nodesOf(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** The name of an identifier; `undefined` for any other node. */
function identifier(node: unknown): string | undefined {
  if (!isNode(node) || node.type !== 'Identifier') return undefined;
  return typeof node['name'] === 'string' ? node['name'] : undefined;
}
