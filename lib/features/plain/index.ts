import type { Feature } from '../../nest/composition/feature.js';
import { CacheRegistry } from '../caching/index.js';
import { ENHANCER_PROVIDERS, LibraryEnhancers } from './library-enhancers.js';
import { PlainHandlers } from './plain-handlers.js';

/** `PermissionGuard`, `RestCacheInterceptor` and `RestExceptionFilter`, on plain controllers and as overrides in tests. */
export const plain: Feature = {
  name: 'plain',
  providers: ENHANCER_PROVIDERS,
  exports: ENHANCER_PROVIDERS,
  ownEnhancers: LibraryEnhancers,
  handlers: (app) => app.nest.get(PlainHandlers).start(app),
  // Before the cache is created: this feature comes before it in the list.
  extension: ({ nest }) => {
    nest.get(CacheRegistry).interceptBy(nest.get(LibraryEnhancers).cacheInterception);
    return undefined;
  },
};
