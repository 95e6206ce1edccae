import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { RestException, type RestRequest } from 'nestjs-rest-routes';
import { tap, type Observable } from 'rxjs';

export const SECRET = 'from the environment, in earnest';
const HALF_LIFE = 12 * 60 * 60 * 1000;

export interface SessionUser {
  readonly id: number;
  readonly capabilities: readonly string[];
}

/** The session that express-session and @fastify/session put on a request. */
interface SessionRequest {
  readonly session?: { readonly sessionId?: string; readonly id?: string; user?: SessionUser };
}

/** A nonce proves that a page of ours sends the request, not another site with the visitor's cookie. */
export function nonceOf(raw: unknown, age = 0): string {
  const { session } = raw as SessionRequest;
  const id = session?.sessionId ?? session?.id ?? '';
  const tick = Math.ceil(Date.now() / HALF_LIFE) - age;
  return createHmac('sha256', SECRET).update(`${tick}|${id}|${session?.user?.id}`).digest('hex');
}

/** As the host: a cookie without a nonce is nobody, one with a wrong nonce is refused. */
export function sessionUser({ raw, headers, query }: RestRequest): SessionUser | undefined {
  const user = (raw as SessionRequest).session?.user;
  const nonce = headers['x-wp-nonce'] ?? query['_wpnonce'];
  if (user === undefined || nonce === undefined) return undefined;
  if ([0, 1].some((age) => isSame(String(nonce), nonceOf(raw, age)))) return user;
  throw new RestException('rest_cookie_invalid_nonce', 'The nonce is wrong or old.', 403);
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

/** Gives who is logged in a fresh nonce, which clients of the host take from each answer. */
@Injectable()
export class FreshNonce implements NestInterceptor {
  constructor(private readonly adapterHost: HttpAdapterHost) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    return next.handle().pipe(
      tap(() => {
        const request = http.getRequest<SessionRequest>();
        if (request.session?.user === undefined) return;
        this.adapterHost.httpAdapter.setHeader(http.getResponse(), 'X-WP-Nonce', nonceOf(request));
      }),
    );
  }
}
