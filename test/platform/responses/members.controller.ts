import {
  ClassSerializerInterceptor,
  Controller,
  Get,
  Header,
  HttpCode,
  Injectable,
  Post,
  Res,
  StreamableFile,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Exclude } from 'class-transformer';
import {
  Cache,
  HttpMethod,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
} from 'nestjs-rest-routes';
import type { ServerResponse } from 'node:http';
import { finalize, map, tap, type Observable } from 'rxjs';

const OPEN = new PublicAccess();

/** What an interceptor has found on the response, and when. */
export interface Sighting {
  readonly at: 'tap' | 'map' | 'finalize';
  readonly status: number;
  readonly location: unknown;
  readonly cookies: unknown;
}

/** Express and Fastify have these, each under its own name of the header. */
interface PlatformResponse {
  readonly statusCode: number;
  getHeader(name: string): unknown;
  status(code: number): unknown;
  header(name: string, value: string): unknown;
}

/** An interceptor of an application that audits requests by the response that it finds. */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  static seen: Sighting[] = [];

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<PlatformResponse>();
    const see = (at: Sighting['at']): void => {
      AuditInterceptor.seen.push({
        at,
        status: response.statusCode,
        location: response.getHeader('location'),
        // A list of Node changes as cookies are added.
        cookies: structuredClone(response.getHeader('set-cookie')),
      });
    };
    return next.handle().pipe(
      map((value: unknown) => {
        see('map');
        return value;
      }),
      tap(() => see('tap')),
      finalize(() => see('finalize')),
    );
  }
}

/** Replaces what the method returned. */
@Injectable()
class ReplacingInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((value: unknown) => ({ replaced: value ?? null })));
  }
}

/** Replaces the whole response. */
@Injectable()
class OtherResponseInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map(() => new RestResponse({ other: true }, 202)));
  }
}

/** Adds a cookie to those of the method. */
@Injectable()
class CookieInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context
      .switchToHttp()
      .getResponse<ServerResponse & { raw?: ServerResponse }>();
    return next.handle().pipe(
      tap(() => {
        const node = response.raw ?? response;
        node.appendHeader('set-cookie', 'c=3');
      }),
    );
  }
}

/** Fails once the method has responded. */
@Injectable()
class FailingInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      map(() => {
        throw new Error('the audit log is full');
      }),
    );
  }
}

/** A whole URL, which both send as it is. */
export const LOCATION = 'https://example.com/members/7';

export const circular: { self?: unknown } = {};
circular.self = circular;

/** A class of which a serializer leaves a property out. */
class Account {
  constructor(
    readonly id: number,
    readonly hash: string,
  ) {}
}

Exclude()(Account.prototype, 'hash');

/** The handlers as routes. */
@RestController('v1', '/members')
export class MembersController {
  static calls = 0;

  @RestRoute('/one', HttpMethod.Get, OPEN)
  one() {
    return { id: 1, password: 'secret', name: 'Ada' };
  }

  @RestRoute('/cached-one', HttpMethod.Get, OPEN)
  @Cache({ ttl: '1h', vary: 'none' })
  cachedOne() {
    MembersController.calls++;
    return { id: 1, password: 'secret', name: 'Ada' };
  }

  @RestRoute('/account', HttpMethod.Get, OPEN)
  @UseInterceptors(ClassSerializerInterceptor)
  account() {
    return new Account(1, 'secret');
  }

  @RestRoute('/cached-account', HttpMethod.Get, OPEN)
  @UseInterceptors(ClassSerializerInterceptor)
  @Cache({ ttl: '1h', vary: 'none' })
  cachedAccount() {
    return new Account(1, 'secret');
  }

  @RestRoute('/list', HttpMethod.Get, OPEN)
  list() {
    return [{ id: 1, password: 'secret' }];
  }

  @RestRoute('/big', HttpMethod.Get, OPEN)
  big() {
    return {
      id: 1n,
      list: [2n],
      text: '<&>',
      note: 'n3',
      deep: { amount: -40000000000000000000n },
    };
  }

  @RestRoute('/cached-big', HttpMethod.Get, OPEN)
  @Cache({ ttl: '1h', vary: 'none' })
  cachedBig() {
    return {
      id: 1n,
      list: [2n],
      text: '<&>',
      note: 'n3',
      deep: { amount: -40000000000000000000n },
    };
  }

  @HttpCode(201)
  @RestRoute('/created', HttpMethod.Post, OPEN, { batch: true })
  created() {
    return { id: 1, password: 'secret' };
  }

  @RestRoute('/created-response', HttpMethod.Get, OPEN)
  @UseInterceptors(AuditInterceptor)
  createdResponse() {
    return new RestResponse({ id: 7 }, 201).header('Location', LOCATION);
  }

  @HttpCode(204)
  @RestRoute('/nothing', HttpMethod.Get, OPEN)
  @UseInterceptors(AuditInterceptor)
  async nothing() {
    await Promise.resolve();
  }

  @RestRoute('/told', HttpMethod.Get, OPEN)
  @UseInterceptors(AuditInterceptor)
  told(@Res({ passthrough: true }) response: PlatformResponse) {
    response.status(202);
  }

  @RestRoute('/replaced', HttpMethod.Get, OPEN)
  @UseInterceptors(AuditInterceptor, ReplacingInterceptor)
  replaced() {
    return undefined;
  }

  @RestRoute('/other', HttpMethod.Get, OPEN)
  @UseInterceptors(OtherResponseInterceptor, AuditInterceptor)
  other() {
    return new RestResponse({ id: 7 }, 201)
      .header('Location', LOCATION)
      .header('Set-Cookie', 'a=1');
  }

  @RestRoute('/failing', HttpMethod.Get, OPEN)
  @UseInterceptors(FailingInterceptor, AuditInterceptor)
  failing() {
    return new RestResponse({ id: 7 }, 201)
      .header('Location', LOCATION)
      .header('Set-Cookie', 'a=1');
  }

  @RestRoute('/cookies', HttpMethod.Get, OPEN)
  cookies() {
    return new RestResponse({ id: 1 }).header('Set-Cookie', 'a=1').header('set-cookie', 'b=2');
  }

  @RestRoute('/audited-cookies', HttpMethod.Get, OPEN)
  @UseInterceptors(CookieInterceptor, AuditInterceptor)
  auditedCookies() {
    return new RestResponse({ id: 1 })
      .header('Set-Cookie', 'a=1')
      .header('Set-Cookie', 'b=2')
      .header('Vary', 'X-Tenant')
      .linkHeader('help', 'https://example.com/help');
  }

  @RestRoute('/text', HttpMethod.Get, OPEN)
  text() {
    return 'a "text"';
  }

  @RestRoute('/null', HttpMethod.Get, OPEN)
  null() {
    return null;
  }

  @RestRoute('/number', HttpMethod.Get, OPEN)
  number() {
    return 7;
  }

  @RestRoute('/bytes', HttpMethod.Get, OPEN)
  bytes() {
    return Buffer.from('ab');
  }

  @RestRoute('/file', HttpMethod.Get, OPEN)
  file() {
    return new StreamableFile(Buffer.from('the bytes'), { type: 'text/plain' });
  }

  @RestRoute('/circular', HttpMethod.Get, OPEN)
  circular() {
    return circular;
  }

  @RestRoute('/circular-response', HttpMethod.Get, OPEN)
  circularResponse() {
    return new RestResponse(circular, 201).header('Location', LOCATION).header('Set-Cookie', 'a=1');
  }

  @RestRoute('/linked', HttpMethod.Get, OPEN)
  linked() {
    return new RestResponse({ id: 2, password: 'secret' }).link(
      'self-twin',
      '/acme/v1/members/one',
      {
        embeddable: true,
      },
    );
  }
}

export const ROUTES = '/api/acme/v1/members';
export const PLAIN = '/plain';

/** The same handlers as those of a plain controller. */
@Controller('plain')
export class PlainMembersController {
  readonly #same = new MembersController();

  @Get('one')
  one() {
    return this.#same.one();
  }

  @Get('account')
  @UseInterceptors(ClassSerializerInterceptor)
  account() {
    return this.#same.account();
  }

  @Get('list')
  list() {
    return this.#same.list();
  }

  @Get('big')
  big() {
    return this.#same.big();
  }

  @Post('created')
  @HttpCode(201)
  created() {
    return this.#same.created();
  }

  @Get('created-response')
  @HttpCode(201)
  @Header('Location', LOCATION)
  @UseInterceptors(AuditInterceptor)
  plainCreated() {
    return { id: 7 };
  }

  @Get('nothing')
  @HttpCode(204)
  @UseInterceptors(AuditInterceptor)
  nothing() {
    return this.#same.nothing();
  }

  @Get('text')
  text() {
    return this.#same.text();
  }

  @Get('file')
  file() {
    return this.#same.file();
  }

  @Get('circular')
  circular() {
    return this.#same.circular();
  }
}
