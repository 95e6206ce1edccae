export { Arguments, type ArgumentsSource } from './decorators/arguments.decorator.js';
export { Cache } from './decorators/cache.decorator.js';
export type {
  CacheDuration,
  CacheOptions,
  CacheVaryHeaders,
} from './model/declaration/cache-options.js';
export { LazyInjectable } from './decorators/lazy-injectable.decorator.js';
export { ListOf } from './decorators/list-of.decorator.js';
export type { ListItems } from './decorators/metadata.js';
export { Param } from './decorators/param.decorator.js';
export { RequirePermission } from './decorators/require-permission.decorator.js';
export { RestController } from './decorators/rest-controller.decorator.js';
export { RestRoute } from './decorators/rest-route.decorator.js';
export type { RestRouteOptions } from './model/declaration/route-declaration.js';
export { ValueClass } from './decorators/value-class.decorator.js';
export type { RestSignatures, SignedClass, SignedFile } from './model/signature/rest-signatures.js';
export { RestRequest } from './model/request/rest-request.js';
export type { RestTypes, RestUser } from './model/request/rest-types.js';
export { UploadedFile } from './model/request/uploaded-file.js';
export type { ResponseEvent, RouteEvent } from './pipeline/observation/events.js';
export type { CurieOptions } from './pipeline/links/curies.js';
export type { Link, LinkAttributes, Linked, Links, StatedLinks } from './pipeline/links/link.js';
export type { LinkOptions } from './pipeline/links/link-settings.js';
export { withLinks } from './pipeline/links/with-links.js';
export type { Paging } from './pipeline/responses/paging.js';
export { RestResponse } from './pipeline/responses/rest-response.js';
export { DeclarationException } from './diagnostics/declaration.exception.js';
export type { Diagnostic } from './diagnostics/diagnostic.js';
export type { DiagnosticLocation, LocationPart } from './diagnostics/location.js';
export type { DiagnosticCode } from './diagnostics/diagnostic-catalogue.js';
export { InvalidArgumentException } from './diagnostics/invalid-argument.exception.js';
export { RestException, type ErrorBody, type ErrorData } from './diagnostics/rest.exception.js';
export { RestCache } from './nest/rest-cache.js';
export type { CacheBackend, RestCacheOptions } from './nest/options/rest-cache-options.js';
export type { RestUploadsOptions } from './nest/options/rest-uploads-options.js';
export type { EmbedOptions } from './nest/options/embed-option.js';
export type { RestHooks } from './nest/options/hooks-option.js';
export type { DispatchedRequest } from './nest/dispatching/dispatched-request.js';
export {
  RestDispatcher,
  type DispatchedResponse,
  type DispatchOptions,
} from './nest/dispatching/rest-dispatcher.js';
export { RestModule } from './nest/module/rest.module.js';
export type {
  BatchOptions,
  DiscoveryOptions,
  RestFeatureOptions,
  RestModuleAsyncOptions,
  RestModuleOptions,
  RestOptionsFactory,
} from './nest/options/rest-options.js';
export { RestExceptionFilter } from './nest/parts/rest-exception.filter.js';
export type { RestErrorOptions } from './nest/options/outgoing-options.js';
export { RestCacheInterceptor } from './nest/parts/rest-cache.interceptor.js';
export { PermissionGuard } from './nest/parts/guard/permission.guard.js';
export { RestRoutes } from './nest/module/rest-routes.js';
export {
  Callback,
  Capability,
  PublicAccess,
  type CombinablePermission,
  type Permission,
  type PermissionCallback,
  PermissionCombination,
  allOf,
  anyOf,
} from './model/permissions/permission.js';
export type {
  ArgumentDescription,
  CacheDescription,
  FileDescription,
  PermissionDescription,
  ResponseDescription,
  ReturnDescription,
  RouteDescription,
} from './model/route-description.js';
export { Format } from './schema/vocabulary.js';
export { HttpMethod } from './model/declaration/http-method.js';
export type { int } from './model/types/int.js';
export type {
  LimitOptions,
  ParamOptions,
  ParamSchema,
  PropertyOptions,
  TypeOptions,
  ValueClassType,
  ValueOptions,
} from './model/declaration/param-options.js';
export type { StandardSchema } from './model/types/standard-schema.js';
