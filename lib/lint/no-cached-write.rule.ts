import { isWriting, named, visitMethods } from './decorated-methods.js';
import type { Rule } from './lint-syntax.js';

/** Only GET responses can be cached. */
export const noCachedWrite: Rule = {
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
