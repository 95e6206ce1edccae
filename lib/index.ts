export {
  Cache,
  LazyInjectable,
  RequirePermission,
  RestController,
  RestRoute,
} from './decorators/controllers.js';
export {
  Arguments,
  ListOf,
  Param,
  ValueClass,
  type ArgumentsSource,
  type ListItems,
} from './decorators/parameters.js';
export type { CacheOptions, CacheVaryHeaders } from './routes/declaration/route-declaration.js';
export type { CacheDuration } from './types/duration.js';
export type {
  IdempotencyOptions,
  OperationOptions,
  RestRouteOptions,
  StatedResponses,
  ToolAnnotations,
  ToolOptions,
} from './routes/declaration/route-declaration.js';
export type { ValueClassOptions } from './decorators/metadata-accessor.js';
export type { RestSignatures, SignedClass, SignedFile } from './types/rest-signatures.js';
export { RestRequest } from './routes/rest-request.js';
export type { ResourceVersion } from './routes/rest-request.js';
export type {
  RestCapability,
  RestTag,
  RestTypes,
  RestUser,
} from './routes/declaration/rest-types.js';
export { UploadedFile } from './routes/file-content.js';
export type {
  CacheOutcome,
  FailedEvent,
  ResponseEvent,
  RouteEvent,
} from './lifecycle/responses/events.js';
export type {
  FlightEvent,
  PurgeEvent,
  StoreEvent,
} from './features/caching/engine/cache-events.js';
export type {
  Link,
  LinkAttributes,
  Linked,
  Links,
  StatedLinks,
} from './lifecycle/messages/link.js';
export { schemaValidator } from './lifecycle/schema-validator.js';
export { withLinks } from './lifecycle/messages/linked-data.js';
export type { Paging } from './lifecycle/messages/rest-response.js';
export { RestResponse } from './lifecycle/messages/rest-response.js';
export { DeclarationException } from './diagnostics/rest.exception.js';
export type { Diagnostic } from './diagnostics/diagnostic.js';
export type { DiagnosticLocation, LocationPart } from './diagnostics/location.js';
export type { DiagnosticCode } from './diagnostics/diagnostic-catalogue.js';
export { InvalidArgumentException } from './diagnostics/invalid-argument.exception.js';
export { EventStream, type EventStreamOptions } from './features/streams/event-stream.js';
export type { MessageData } from './lifecycle/messages/error-format.js';
export { InvalidArgument } from './diagnostics/http-error-catalogue.js';
export {
  RestException,
  type ErrorBody,
  type ErrorData,
  type RestExceptionOptions,
} from './diagnostics/rest.exception.js';
export { RestCache } from './features/caching/nest/rest-cache.js';
export type {
  CacheBackend,
  RestCacheMemory,
  RestCacheOptions,
} from './nest/options/option-groups.js';
export type { RestUploadsOptions } from './nest/options/option-groups.js';
export type { CurieOptions, EmbedOptions, LinkOptions } from './nest/options/option-groups.js';
export type { RestHooks } from './nest/options/option-groups.js';
export type { DispatchedRequest } from './features/dispatcher/rest-dispatcher.js';
export {
  RestDispatcher,
  type DispatchedResponse,
  type DispatchOptions,
} from './features/dispatcher/rest-dispatcher.js';
export { RestModule } from './nest/module/rest.module.js';
export type { BatchOptions, DiscoveryOptions } from './nest/options/option-groups.js';
export type {
  RestFeatureOptions,
  RestModuleAsyncOptions,
  RestModuleOptions,
  RestOptionsFactory,
} from './nest/options/rest-options.js';
export {
  PermissionGuard,
  RestCacheInterceptor,
  RestExceptionFilter,
} from './features/plain/own-enhancers.js';
export type { RestErrorOptions } from './nest/options/settings.js';
export { RestRoutes } from './nest/module/rest-routes.js';
export {
  Callback,
  type CallbackOptions,
  Capability,
  GuardedBy,
  PublicAccess,
  type CombinablePermission,
  type Permission,
  type PermissionCallback,
  PermissionCombination,
  allOf,
  anyOf,
} from './routes/declaration/permission.js';
export type {
  ArgumentDescription,
  CacheDescription,
  CallbackDescription,
  FileDescription,
  GuardedDescription,
  PermissionDescription,
  RouteDescription,
} from './routes/route-description.js';
export type {
  ResponseDescription,
  ReturnDescription,
} from './routes/definition/return-description.js';
export { Format, type DataSchema, type JsonValue } from './schema/vocabulary.js';
export { HttpMethod } from './routes/declaration/route-declaration.js';
export type { int, WholeNumber } from './types/int.js';
export type {
  LimitOptions,
  ParamOptions,
  ParamSchema,
  PropertyOptions,
  TypeOptions,
  ValueClassType,
  ValueOptions,
} from './routes/declaration/param-options.js';
export type { StandardSchema } from './types/standard-schema.js';
