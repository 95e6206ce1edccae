import fastifyHelmet from '@fastify/helmet';
import {
  Injectable,
  Module,
  UnauthorizedException,
  type CallHandler,
  type CanActivate,
  type ExecutionContext,
  type INestApplication,
  type NestInterceptor,
} from '@nestjs/common';
import type { CorsOptions } from '@nestjs/common/interfaces/external/cors-options.interface.js';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import helmet from 'helmet';
import type { RestCacheOptions } from 'nestjs-rest-routes';
import type { IncomingHttpHeaders } from 'node:http';
import { tap, type Observable } from 'rxjs';
import { verify, type TestUser } from './fixture-user.js';

/**
 * A global guard that verifies a token, as one of Passport does, and lets anonymous users pass: the permission of each
 * route decides. It counts the requests that it admits.
 */
@Injectable()
export class UsualGuard implements CanActivate {
  admitted = 0;

  canActivate(context: ExecutionContext): boolean {
    const request: { user?: TestUser; headers: IncomingHttpHeaders } = context
      .switchToHttp()
      .getRequest();
    const user = verifiedUser(request.headers.authorization);
    if (user !== undefined) request.user = user;
    this.admitted++;
    return true;
  }
}

/** A global interceptor that changes no response, and counts them. */
@Injectable()
export class UsualInterceptor implements NestInterceptor {
  passed = 0;

  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(tap(() => this.passed++));
  }
}

/** The line of an application with these whose public routes are cached: neither distinguishes callers. */
export const USUAL_CACHE: RestCacheOptions = { uniform: [UsualGuard, UsualInterceptor] };

function verifiedUser(authorization: string | undefined): TestUser | undefined {
  try {
    return verify(authorization);
  } catch {
    throw new UnauthorizedException();
  }
}

@Module({
  providers: [
    UsualGuard,
    UsualInterceptor,
    { provide: APP_GUARD, useExisting: UsualGuard },
    { provide: APP_INTERCEPTOR, useExisting: UsualInterceptor },
  ],
})
export class UsualModule {}

/** Helmet and CORS, as `main.ts` of an application registers them. */
export async function addHelmetAndCors(nest: INestApplication, cors?: CorsOptions): Promise<void> {
  if (nest.getHttpAdapter().getType() === 'fastify') {
    await (nest as NestFastifyApplication).register(fastifyHelmet);
  } else {
    nest.use(helmet());
  }
  nest.enableCors(cors);
}
