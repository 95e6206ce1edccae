// The script of the page: what a plugin of WordPress's editor does when it starts, for one visitor after
// another.
import apiFetch from '@wordpress/api-fetch';
import { store } from '@wordpress/core-data';
import { createRegistry } from '@wordpress/data';

const ITEM = {
  kind: 'acme',
  name: 'item',
  label: 'Item',
  plural: 'items',
  key: 'id',
  baseURL: '/acme/v1/items',
  baseURLParams: { context: 'edit' },
  supportsPagination: true,
};

let toRoot;
let authorize;
apiFetch.use((options, next) => toRoot(options, next));
apiFetch.use((options, next) => authorize(options, next));

/** Forgets everything, and calls the API below another root as another user. */
function connect(root, token) {
  toRoot = apiFetch.createRootURLMiddleware(root);
  authorize = (options, next) => {
    if (token === null) return next(options);
    return next({ ...options, headers: { ...options.headers, Authorization: `Bearer ${token}` } });
  };
  const { dispatch, register, resolveSelect, select } = createRegistry();
  register(store);
  dispatch('core').addEntities([ITEM]);
  Object.assign(globalThis.wp, { dispatch, resolveSelect, select });
}

globalThis.wp = { apiFetch, connect };
