import { named, visitMethods } from './decorated-methods.js';
import type { Rule } from './lint-syntax.js';

/** A route outside a controller is never served. */
export const routeInController: Rule = {
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
