import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { HttpAdapterHost, type AbstractHttpAdapter } from '@nestjs/core';
import { permissionMetadata } from '../../../decorators/metadata-accessor.js';
import { forbidden } from '../../../diagnostics/http-error-catalogue.js';
import { isAnonymous } from '../../../model/permissions/anonymous.js';
import type { Permission } from '../../../model/permissions/permission.js';
import type { CapabilityCheck } from '../../../pipeline/permissions/permission-checks.js';
import { whenReady, type Awaitable } from '../../../shared/when-ready.js';
import { capabilityCheckOf } from '../../options/capability-option.js';
import { challengeOf } from '../../options/outgoing-options.js';
import { REST_OPTIONS, type RestModuleOptions } from '../../options/rest-options.js';
import { callerOf } from '../../options/user-option.js';
import { PlainRequest } from '../plain-request.js';

/** Checks the permissions of handlers of plain Nest controllers. */
@Injectable()
export class PlainPermissions {
  readonly #can: CapabilityCheck;
  readonly #callerOf: (request: PlainRequest) => unknown;
  readonly #challenge: string | undefined;

  constructor(
    @Inject(REST_OPTIONS) options: RestModuleOptions,
    @Inject(HttpAdapterHost) private readonly adapterHost: HttpAdapterHost,
  ) {
    this.#can = capabilityCheckOf(options);
    this.#callerOf = callerOf(options);
    this.#challenge = challengeOf(options.challenge);
  }

  /**
   * Returns `true` where the caller may call the handler.
   *
   * @throws RestException where it may not.
   */
  admit(context: ExecutionContext): Awaitable<boolean> {
    const permission = permissionMetadata(context.getClass(), context.getHandler());
    if (permission?.kind === 'public') return true;
    // No user may call a handler without a permission, so a challenge would mislead.
    if (permission === undefined) throw forbidden(true);
    const plain = new PlainRequest(context.switchToHttp().getRequest());
    return whenReady(this.#callerOf(plain), (user) => {
      plain.user = user;
      return whenReady(this.#verdict(permission, plain), (isAllowed) => {
        if (isAllowed !== true) throw this.#denial(user, context);
        return true;
      });
    });
  }

  #verdict(permission: Permission, plain: PlainRequest): unknown {
    if (permission.kind !== 'capability') return false;
    return !isAnonymous(plain.user) && this.#can(plain.user, permission.name, plain.request);
  }

  /** The challenge of a 401 is a header of the response: a filter need not know of it. */
  #denial(user: unknown, context: ExecutionContext): Error {
    if (!isAnonymous(user)) return forbidden(true);
    const adapter: AbstractHttpAdapter = this.adapterHost.httpAdapter;
    const response: unknown = context.switchToHttp().getResponse();
    if (
      this.#challenge !== undefined &&
      adapter.getHeader(response, 'WWW-Authenticate') === undefined
    ) {
      adapter.setHeader(response, 'WWW-Authenticate', this.#challenge);
    }
    return forbidden(false);
  }
}
