// What the usual application has around its routes: helmet, CORS, a guard of the whole application that verifies a
// JWT, a capability on each route, and an interceptor that times requests. A contender has it with USUAL=1.
import { createSecretKey } from 'node:crypto';
import { createRequire } from 'node:module';
import { SetMetadata, UseGuards } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { tap } from 'rxjs';

export const isUsual = process.env.USUAL !== undefined;

const require = createRequire(import.meta.url);
// The very package that Nest's own uses.
const jwt = createRequire(require.resolve('@nestjs/jwt'))('jsonwebtoken');
const secret = createSecretKey(Buffer.from('a secret of the benchmark, of 32 bytes'));

/** A user who may do everything that is measured. */
export const AUTHORIZATION = `Bearer ${jwt.sign({ id: 1, capabilities: ['use'] }, secret, { noTimestamp: true })}`;

/** The user of a request; `undefined` without a valid token. */
export function verify(authorization) {
  try {
    return authorization?.startsWith('Bearer ')
      ? jwt.verify(authorization.slice(7), secret)
      : undefined;
  } catch {
    return undefined;
  }
}

export const mayUse = (user) => user?.capabilities.includes('use') === true;

let slowest = 0;
export const note = (since) => {
  slowest = Math.max(slowest, performance.now() - since);
};

class JwtGuard {
  canActivate(context) {
    const request = context.switchToHttp().getRequest();
    request.user = verify(request.headers.authorization);
    return request.user !== undefined;
  }
}

class TimingInterceptor {
  intercept(_context, next) {
    const since = performance.now();
    return next.handle().pipe(tap(() => note(since)));
  }
}

/** Of the root module of an application of Nest. */
export const PROVIDERS = isUsual
  ? [
      { provide: APP_GUARD, useClass: JwtGuard },
      { provide: APP_INTERCEPTOR, useClass: TimingInterceptor },
    ]
  : [];

class CapabilityGuard {
  canActivate(context) {
    if (Reflect.getMetadata('capability', context.getHandler()) !== 'use') return true;
    return mayUse(context.switchToHttp().getRequest().user);
  }
}

/** Lets a plain controller of Nest demand the capability on each of its handlers. */
export function demandCapability(type) {
  if (!isUsual) return;
  const { constructor: _, ...methods } = Object.getOwnPropertyDescriptors(type.prototype);
  for (const [name, descriptor] of Object.entries(methods))
    SetMetadata('capability', 'use')(type.prototype, name, descriptor);
  UseGuards(new CapabilityGuard())(type);
}

/** What an application of Nest adds to its adapter. */
export async function surround(app, adapter) {
  if (!isUsual) return;
  if (adapter === 'fastify') await app.register(require('@fastify/helmet'));
  else app.use(require('helmet')());
  app.enableCors();
}
