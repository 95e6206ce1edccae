import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { HttpAdapterHost, type AbstractHttpAdapter } from '@nestjs/core';
import { forbidden } from '../../../diagnostics/http-error-catalogue.js';
import { isAnonymous } from '../../../model/permissions/anonymous.js';
import { valuesOf } from '../../../pipeline/arguments/parameter-values.js';
import { combinedVerdict } from '../../../pipeline/permissions/combined-verdict.js';
import type { CapabilityCheck } from '../../../pipeline/permissions/permission-checks.js';
import { whenReady, type Awaitable } from '../../../shared/when-ready.js';
import { capabilityCheckOf } from '../../options/capability-option.js';
import { challengeOf } from '../../options/outgoing-options.js';
import { REST_OPTIONS, type RestModuleOptions } from '../../options/rest-options.js';
import { callerOf } from '../../options/user-option.js';
import type { PlainCallback, PlainPermission } from '../plain/plain-permission.js';
import { PlainRequest } from '../plain-request.js';
import { bindCallback } from './bind-callback.js';
import { HandlerValues, type ReaderOf } from './handler-values.js';

type Known = PlainPermission['permission'];

/** Checks the permissions of handlers of plain Nest controllers. */
@Injectable()
export class PlainPermissions {
  readonly #can: CapabilityCheck;
  readonly #callerOf: (request: PlainRequest) => unknown;
  readonly #challenge: string | undefined;
  readonly #known = new Map<object, Map<object, Known>>();
  #values: HandlerValues | undefined;

  constructor(
    @Inject(REST_OPTIONS) options: RestModuleOptions,
    @Inject(HttpAdapterHost) private readonly adapterHost: HttpAdapterHost,
  ) {
    this.#can = capabilityCheckOf(options);
    this.#callerOf = callerOf(options);
    this.#challenge = challengeOf(options);
  }

  /** Keeps the permissions that were compiled at startup. Of a class in several modules, the first counts. */
  register(permissions: readonly PlainPermission[], readerOf: ReaderOf): void {
    this.#values = new HandlerValues(readerOf);
    for (const { handler, permission } of permissions) {
      const { type } = handler.found;
      const ofClass = this.#known.get(type) ?? new Map<object, Known>();
      this.#known.set(type, ofClass);
      if (!ofClass.has(handler.method)) ofClass.set(handler.method, permission);
    }
  }

  /**
   * Returns `true` where the caller may call the handler.
   *
   * @throws RestException where it may not.
   */
  admit(context: ExecutionContext): Awaitable<boolean> {
    const permission = this.#known.get(context.getClass())?.get(context.getHandler());
    if (permission?.kind === 'public') return true;
    // No user may call a handler without a permission, so a challenge would mislead.
    if (permission === undefined) throw forbidden(true);
    const plain = new PlainRequest(context.switchToHttp().getRequest());
    return whenReady(this.#callerOf(plain), (user) => {
      plain.user = user;
      return whenReady(this.#verdict(permission, plain), (isAllowed) => {
        if (!isAllowed) throw this.#denial(user, context);
        return true;
      });
    });
  }

  #verdict(permission: Known, plain: PlainRequest): Awaitable<boolean> {
    switch (permission.kind) {
      case 'public':
        return true;
      case 'capability':
        return this.#hasCapability(permission.capability, plain);
      case 'callback':
        return whenReady(this.#call(permission, plain), isTrue);
      case 'allOf':
      case 'anyOf':
        return combinedVerdict(permission, (part) => this.#verdict(part, plain));
    }
  }

  #call(callback: PlainCallback, plain: PlainRequest): unknown {
    if (this.#values === undefined) throw new RangeError('No permission is registered.');
    return whenReady(bindCallback(callback, plain, this.#values), (values) =>
      whenReady(
        valuesOf(callback.parameters, values, callback, plain),
        (args): unknown => Reflect.apply(callback.method, undefined, args) as unknown,
      ),
    );
  }

  #hasCapability(name: string, { user, request }: PlainRequest): Awaitable<boolean> {
    if (isAnonymous(user)) return false;
    return whenReady<unknown, boolean>(this.#can(user, name, request), isTrue);
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

/** A check that returns another value by mistake must not open a handler. */
function isTrue(verdict: unknown): boolean {
  return verdict === true;
}
