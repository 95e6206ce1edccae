export { restRoutesLoader as default } from './rest-routes-loader.js';
export { withRestRoutes, type BundlerConfig } from './rest-routes-loader.js';
export type { RestRoutesLoaderContext, RestRoutesLoaderOptions } from './rest-routes-loader.js';
