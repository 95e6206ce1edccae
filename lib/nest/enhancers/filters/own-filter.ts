import { EXCEPTION_FILTERS_METADATA } from '../../internals.js';
import { RestExceptionFilter } from '../../parts/filter/rest-exception.filter.js';
import type { Handler } from '../enhanced-handler.js';
import type { RouteFilter } from './run-filter.js';

/**
 * The filters that routes run: those before the library's own, which catches everything and leaves the
 * response to the pipeline. Without filters before it, it costs a route nothing.
 */
export function beforeOwnFilter(filters: readonly RouteFilter[]): readonly RouteFilter[] {
  const at = filters.findIndex(
    ({ filter }) => Object.getPrototypeOf(filter) === RestExceptionFilter.prototype,
  );
  return at === -1 ? filters : filters.slice(0, at);
}

/** Whether a filter extends the library's own, and so gets rejections of the pipeline too. */
export function extendsOwnFilter({ filter }: RouteFilter): boolean {
  return filter instanceof RestExceptionFilter;
}

/** The same by the classes in the decorators of a handler, where instances exist for each request only. */
export function declaresOwnFilter({ found: { type }, method }: Handler): boolean {
  return [type, method].some((target) => {
    const declared: unknown = Reflect.getMetadata(EXCEPTION_FILTERS_METADATA, target);
    return Array.isArray(declared) && declared.some(isSubclass);
  });
}

/** Whether a class extends the library's own filter. */
export function isSubclass(type: unknown): boolean {
  return typeof type === 'function' && type.prototype instanceof RestExceptionFilter;
}
