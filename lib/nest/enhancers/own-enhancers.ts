import type { ExceptionFilter } from '@nestjs/common';
import type { UnhandledError } from '../../lifecycle/endpoint.js';
import type { Permissions } from '../../lifecycle/permissions/permission-checks.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import type { Class } from '../../shared/records.js';
import { ExecutionContextHost } from '../internals.js';

/** Returns the replacement of an enhancer by the application: at once, unless it is created for each request. */
export type ReplacedEnhancer<Enhancer> = (
  request: Pick<RequestContext, 'exchange'>,
) => Enhancer | Promise<Enhancer>;

/**
 * The enhancers of the library that an application may list, extend and replace. Routes do their work themselves, and
 * must know them.
 */
export interface OwnEnhancers {
  /** The permissions of routes, which a replaced guard decides. */
  readonly permissions: Permissions;
  /** Whether the application has replaced the guard or the cache, which then may decide about any caller. */
  readonly isAnyReplaced: boolean;
  readonly replacedFilter: ReplacedEnhancer<ExceptionFilter> | undefined;
  /** The class of the guard, which has no effect on routes; a subclass is a guard like any other. */
  readonly guard: Class | undefined;
  /** The class of the filter, which passes all errors of routes on to the pipeline. */
  readonly filter: Class | undefined;
  /** Notes the request of a route, for a subclass of the guard, which must recognize it. */
  note(context: RequestContext): void;
}

/** Whether a value is an instance of a class itself, and not of a subclass. */
export function isOwn(instance: object, type: Class | undefined): boolean {
  return type !== undefined && Object.getPrototypeOf(instance) === type.prototype;
}

/** Whether a value is an instance of a class or of a subclass. */
export function isKindOf(instance: object, type: Class | undefined): boolean {
  return type !== undefined && instance instanceof type;
}

/**
 * The context that exception filters get for a request below the prefix. Here, `RestExceptionFilter` passes the error
 * on to the pipeline, so that the response is the library's own, with all its headers.
 */
export class RouteFailureHost extends ExecutionContextHost {
  #unhandled: UnhandledError | undefined;
  #listener: ((unhandled: UnhandledError) => void) | undefined;

  passOn(error: unknown): void {
    this.#unhandled ??= { error };
    this.#listener?.(this.#unhandled);
  }

  /** Calls a listener once the filter has passed the error on; at once if it already has. */
  whenUnhandled(listener: (unhandled: UnhandledError) => void): void {
    if (this.#unhandled === undefined) this.#listener = listener;
    else listener(this.#unhandled);
  }
}
