import type { ContextId } from '@nestjs/core';
import { EXCEPTION_FILTERS_METADATA, RouterExceptionFilters } from '../internals.js';
import { inquirerOf, type Handler } from './enhanced-handler.js';
import type { RouteFilter } from './run-filter.js';

type Filter = RouteFilter['filter'];

/** Finds the exception filters of a handler as Nest does, and keeps the instances. */
export class FilterLists extends RouterExceptionFilters {
  /** Those of the method come first, then those of the class and of the application. */
  of(handler: Handler, context?: ContextId): readonly RouteFilter[] {
    const { instance, method, moduleKey } = handler;
    this.moduleContext = moduleKey;
    const inquirer = inquirerOf(handler, context);
    return this.createContext<unknown[], RouteFilter[]>(
      instance,
      method,
      EXCEPTION_FILTERS_METADATA,
      context,
      inquirer,
    ).reverse();
  }

  /** Those of the application that are not created for each request. */
  ofApplication(): readonly RouteFilter[] {
    return this.createConcreteContext<unknown[], RouteFilter[]>(this.getGlobalMetadata()).reverse();
  }

  one(filter: Filter): RouteFilter {
    return { filter, types: this.reflectCatchExceptions(filter) };
  }

  override createConcreteContext<Metadata extends unknown[], Result extends unknown[]>(
    metadata: Metadata | undefined,
    context?: ContextId,
    inquirer?: string,
  ): Result {
    const declared: readonly unknown[] = metadata ?? [];
    const filters = declared
      .filter(isFilter)
      .map((one) => this.getFilterInstance(one, context, inquirer))
      .filter((one) => one !== null);
    return filters.map((one) => this.one(one)) as Result;
  }
}

/** A class, or an instance of one. */
function isFilter(value: unknown): value is Filter | (abstract new () => Filter) {
  if (typeof value === 'function') return true;
  return typeof value === 'object' && value !== null && 'catch' in value;
}
