export {
  Cache,
  type CacheDuration,
  type CacheOptions,
  type CacheVaryHeaders,
} from './decorators/cache.decorator.js';
export { LazyInjectable } from './decorators/lazy-injectable.decorator.js';
export { ListOf, type ListItems, type ValueClassType } from './decorators/list-of.decorator.js';
export { Param } from './decorators/param.decorator.js';
export { RestController } from './decorators/rest-controller.decorator.js';
export { RestRoute, type RestRouteOptions } from './decorators/rest-route.decorator.js';
export { ValueClass } from './decorators/value-class.decorator.js';
export { RestRequest } from './dispatch/rest-request.js';
export type { AnswerEvent, RouteEvent } from './dispatch/observation.js';
export type { Paging } from './dispatch/paging.js';
export { RestResponse } from './dispatch/rest-response.js';
export { DeclarationException } from './errors/declaration.exception.js';
export type { Fault, FaultCode } from './errors/faults.js';
export { InvalidArgumentException } from './errors/invalid-argument.exception.js';
export { RestException, type ErrorBody, type ErrorData } from './errors/rest.exception.js';
export { RestCache } from './nest/caching/rest-cache.js';
export type { CacheBackend, RestCacheOptions } from './nest/caching/rest-cache-options.js';
export type { RestHooks } from './nest/observer.js';
export { RestModule } from './nest/rest.module.js';
export type {
  DiscoveryOptions,
  RestFeatureOptions,
  RestModuleAsyncOptions,
  RestModuleOptions,
  RestOptionsFactory,
} from './nest/rest-options.js';
export { RestRoutes } from './nest/rest-routes.js';
export {
  Callback,
  Capability,
  PublicAccess,
  type Permission,
  type PermissionCallback,
} from './permissions/permission.js';
export type {
  ArgumentDescription,
  CacheDescription,
  PermissionDescription,
  ReturnDescription,
  RouteDescription,
} from './routes/route-description.js';
export { Format } from './schema/vocabulary.js';
export { HttpMethod } from './signature/http-method.js';
export type { int } from './signature/int.js';
export type { ParamOptions } from './signature/param-options.js';
