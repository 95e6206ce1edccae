export { restRoutes, type RestRoutesOptions } from './rest-routes-plugin.js';
