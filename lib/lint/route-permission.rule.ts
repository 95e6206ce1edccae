import { named, permissionName, visitMethods } from './decorated-methods.js';
import type { Rule } from './lint-syntax.js';

/** Every `@RestRoute` has one permission, in the third place. */
export const routePermission: Rule = {
  meta: {
    type: 'problem',
    docs: { description: 'require exactly one permission on every @RestRoute' },
    messages: {
      missing:
        'This route has no permission. Give @RestRoute a third argument: new PublicAccess(), new Capability(name), new Callback(Class.method), or allOf(…) or anyOf(…) of several.',
      several:
        'This route has several permissions, and only the third argument counts. Keep one, or combine them with allOf(…) or anyOf(…).',
    },
    schema: [],
  },
  create: (context) =>
    visitMethods((decorators, _owner, names) => {
      for (const route of named(decorators, 'RestRoute')) {
        const permissions = route.arguments.filter(
          (argument) => permissionName(argument, names) !== undefined,
        );
        if (permissions.length > 1) context.report({ node: route.node, messageId: 'several' });
        // A permission may have a name of its own: `const editors = new Capability('edit')`.
        const [, , third] = route.arguments;
        const isMissing = third === undefined || third.type === 'ObjectExpression';
        if (isMissing) context.report({ node: route.node, messageId: 'missing' });
      }
    }),
};
