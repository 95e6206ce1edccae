export { Cache, type CacheDuration, type CacheOptions } from './cache.decorator.js';
export { LazyInjectable } from './lazy-injectable.decorator.js';
export { ListOf, type ListItems, type ValueClassType } from './list-of.decorator.js';
export { Param } from './param.decorator.js';
export type { PathLiteral } from './path-literal.js';
export { RestController, type ControllerMetadata } from './rest-controller.decorator.js';
export { RestRoute, type RouteMetadata } from './rest-route.decorator.js';
export { ValueClass } from './value-class.decorator.js';
