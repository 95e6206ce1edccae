/** Where the decorators write. Registered symbols: two copies of the package understand each other. */
export const CONTROLLER_KEY = Symbol.for('nestjs-rest-routes.controller');
export const ROUTES_KEY = Symbol.for('nestjs-rest-routes.routes');
export const PARAMETERS_KEY = Symbol.for('nestjs-rest-routes.parameters');
export const PROPERTIES_KEY = Symbol.for('nestjs-rest-routes.properties');
export const VALUE_CLASS_KEY = Symbol.for('nestjs-rest-routes.value-class');
export const CACHE_KEY = Symbol.for('nestjs-rest-routes.cache');
export const LAZY_KEY = Symbol.for('nestjs-rest-routes.lazy');
