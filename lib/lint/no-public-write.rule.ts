import { isWriting, named, permissionName, visitMethods } from './decorated-methods.js';
import type { Rule } from './lint-syntax.js';

/** A route that writes is rarely meant to be public. */
export const noPublicWrite: Rule = {
  meta: {
    type: 'suggestion',
    docs: { description: 'warn of PublicAccess on a route that writes' },
    messages: {
      public: 'Anyone may call this route, and it writes. Is that meant?',
    },
    schema: [],
  },
  create: (context) =>
    visitMethods((decorators, _owner, names) => {
      for (const route of named(decorators, 'RestRoute')) {
        const [, , permission] = route.arguments;
        const isPublic =
          permission !== undefined && permissionName(permission, names) === 'PublicAccess';
        if (isPublic && isWriting(route)) context.report({ node: permission, messageId: 'public' });
      }
    }),
};
