export { restRoutes, type RestRoutesOptions } from './rest-routes.js';
