import {
  Catch,
  Inject,
  Injectable,
  Optional,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import { plainResponseOf } from '../../../platform/http/plain-response.js';
import type { RestErrorOptions } from '../../options/outgoing-options.js';
import { REST_OPTIONS } from '../../options/rest-options.js';
import { RouteFailureHost } from '../../enhancers/filters/route-failure-host.js';
import { isHttp } from '../plain-handler.js';
import { sendWsError } from './ws-error.js';
import { createPlainErrors, type RespondToError } from './plain-errors.js';

/**
 * Gives the errors of plain Nest controllers, or of the whole application, the shape of the library's own:
 * `{ code, message, data: { status } }`, or a problem of RFC 9457 with `errors: 'problem'`.
 *
 * @example
 * providers: [{ provide: APP_FILTER, useClass: RestExceptionFilter }]
 * // GET /nowhere: 404 { "code": "rest_no_route", "message": "…", "data": { "status": 404 } }
 *
 * @param options `challenge`, `debug`, `errors` and `protectiveHeaders`; by default those of `RestModule.forRoot()`,
 *   where the application imports it.
 * @throws InvalidArgumentException on the first error, where `challenge` is no challenge or `errors` is unknown.
 * @see Nest's `BaseExceptionFilter`, which it replaces.
 */
@Catch()
@Injectable()
export class RestExceptionFilter implements ExceptionFilter {
  /** For subclasses that call `super()` without options. */
  @Optional()
  @Inject(REST_OPTIONS)
  private readonly restModuleOptions?: RestErrorOptions;
  readonly #options: RestErrorOptions | undefined;
  #respond: RespondToError | undefined;

  constructor(@Optional() @Inject(REST_OPTIONS) options?: RestErrorOptions) {
    this.#options = options;
  }

  /**
   * Responds to an HTTP request that failed; on a route of the library, with the library's own response.
   * Other contexts get what they get without a filter: a WebSocket client the event `exception`, GraphQL and
   * microservices the error of Nest's default filter, for which a subclass returns what this returns.
   */
  catch(exception: unknown, host: ArgumentsHost): unknown {
    if (host instanceof RouteFailureHost) return host.leave(exception);
    if (host.getType() === 'ws') return sendWsError(exception, host);
    // Nest takes nothing for "not handled" there, and continues with its default filter.
    if (!isHttp(host)) return undefined;
    const response = plainResponseOf(host.getArgByIndex(1));
    if (response === undefined) throw exception;
    this.#respond ??= createPlainErrors(this.#options ?? this.restModuleOptions ?? {});
    this.#respond(exception, host.getArgByIndex(0), response);
    return undefined;
  }
}
