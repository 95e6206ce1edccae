import {
  BadGatewayException,
  ClassSerializerInterceptor,
  ConflictException,
  Inject,
  Injectable,
  RequestTimeoutException,
  Scope,
  StreamableFile,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import {
  catchError,
  concat,
  delay,
  finalize,
  map,
  of,
  retry,
  switchMap,
  tap,
  throwError,
  timeout,
  type Observable,
} from 'rxjs';
import { ENHANCER_PLACES, part, type Part } from '../part.js';

export const interceptors: readonly Part[] = [
  part({
    name: 'interceptor around',
    places: ENHANCER_PLACES,
    make: ({ see }) => ({
      interceptor: class Around implements NestInterceptor {
        intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
          see('before', context);
          return next.handle().pipe(
            tap({
              next: (value) => see('value', context, { value }),
              error: (error) => see('error', context, { error }),
              complete: () => see('complete', context),
            }),
            finalize(() => see('finally', context)),
          );
        }
      },
    }),
  }),
  part({
    name: 'interceptor that wraps',
    places: ENHANCER_PLACES,
    make: () => ({
      interceptor: class Wrapping implements NestInterceptor {
        intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
          return next.handle().pipe(map((data: unknown) => ({ data })));
        }
      },
    }),
  }),
  part({
    name: 'interceptor that replaces the result',
    places: ENHANCER_PLACES,
    make: ({ random, isMeant }) => {
      const result = random.pick([{ replaced: true }, undefined, ['a', 'list']]);
      return {
        interceptor: class Replacing implements NestInterceptor {
          intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
            const isFor = isMeant(context.switchToHttp().getRequest());
            return next.handle().pipe(map((data: unknown) => (isFor ? result : data)));
          }
        },
      };
    },
  }),
  part({
    name: 'interceptor that does not call the handler',
    places: ENHANCER_PLACES,
    make: ({ isMeant }) => ({
      interceptor: class Cutting implements NestInterceptor {
        intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
          return isMeant(context.switchToHttp().getRequest()) ? of({ cut: true }) : next.handle();
        }
      },
    }),
  }),
  part({
    name: 'interceptor that waits',
    places: ENHANCER_PLACES,
    make: ({ pause }) => ({
      interceptor: class Waiting implements NestInterceptor {
        async intercept(
          _context: ExecutionContext,
          next: CallHandler,
        ): Promise<Observable<unknown>> {
          await pause();
          return next.handle().pipe(delay(1));
        }
      },
    }),
  }),
  part({
    name: 'interceptor that tries again',
    places: ENHANCER_PLACES,
    make: ({ see }) => ({
      interceptor: class Retrying implements NestInterceptor {
        intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
          return next
            .handle()
            .pipe(tap({ error: (error) => see('error', context, { error }) }), retry(1));
        }
      },
    }),
  }),
  part({
    name: 'interceptor that caches',
    places: ENHANCER_PLACES,
    make: ({ see }) => {
      const stored = new Map<string, unknown>();
      return {
        interceptor: class Caching implements NestInterceptor {
          intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
            const { method, url } = context.switchToHttp().getRequest();
            if (method !== 'GET') return next.handle();
            if (stored.has(url)) {
              see('hit', context, { value: stored.get(url) });
              return of(stored.get(url));
            }
            return next.handle().pipe(tap((value: unknown) => stored.set(url, value)));
          }
        },
      };
    },
  }),
  part({
    name: 'interceptor that throws',
    places: ENHANCER_PLACES,
    make: ({ random, isMeant, pause }) => {
      const when = random.pick(['before', 'after', 'later'] as const);
      const error = random.pick([
        () =>
          new ConflictException('taken', { description: 'Taken', cause: new Error('the cause') }),
        () => new Error('of an interceptor'),
      ]);
      return {
        interceptor: class Throwing implements NestInterceptor {
          intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
            if (!isMeant(context.switchToHttp().getRequest())) return next.handle();
            if (when === 'before') throw error();
            if (when === 'later')
              return next.handle().pipe(
                // A response that another interceptor has sent does not end it.
                switchMap(async () => {
                  await pause();
                  throw error();
                }),
              );
            return next.handle().pipe(
              map(() => {
                throw error();
              }),
            );
          }
        },
      };
    },
  }),
  part({
    name: 'interceptor that changes errors',
    places: ENHANCER_PLACES,
    make: ({ random }) => {
      const isCaught = random.chance(0.5);
      return {
        interceptor: class Catching implements NestInterceptor {
          intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
            return next
              .handle()
              .pipe(
                catchError(() =>
                  isCaught ? of({ caught: true }) : throwError(() => new BadGatewayException()),
                ),
              );
          }
        },
      };
    },
  }),
  part({
    name: 'interceptor with a time limit',
    places: ENHANCER_PLACES,
    make: () => ({
      interceptor: class Limiting implements NestInterceptor {
        intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
          return next.handle().pipe(
            timeout(30_000),
            catchError((error: unknown) =>
              throwError(() => (error instanceof Error ? error : new RequestTimeoutException())),
            ),
          );
        }
      },
    }),
  }),
  part({
    name: 'interceptor that sets headers and a status',
    places: ENHANCER_PLACES,
    make: ({ random, isMeant, adapter }) => {
      const isAfter = random.chance(0.5);
      const [name, value] = random.pick([
        ['X-Late', 'yes'],
        ['Cache-Control', 'private, max-age=9'],
        ['ETag', '"of-interceptor"'],
        ['Content-Type', 'application/vnd.acme+json'],
        ['Vary', 'X-Tenant'],
      ] as const);
      return {
        interceptor: class Setting implements NestInterceptor {
          intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
            const http = context.switchToHttp();
            const set = (): void => {
              const response = http.getResponse();
              if (adapter === 'express') response.set(name, value);
              else response.header(name, value);
              if (isMeant(http.getRequest())) response.status(203);
            };
            if (!isAfter) set();
            return next.handle().pipe(tap(() => isAfter && set()));
          }
        },
      };
    },
  }),
  part({
    name: 'interceptor that calls the handler twice',
    places: ENHANCER_PLACES,
    make: ({ isMeant }) => ({
      interceptor: class Twice implements NestInterceptor {
        intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
          const isFor = isMeant(context.switchToHttp().getRequest());
          return isFor ? concat(next.handle(), next.handle()) : next.handle();
        }
      },
    }),
  }),
  part({
    name: 'interceptor that returns a file',
    places: ENHANCER_PLACES,
    make: ({ isMeant }) => ({
      interceptor: class Filing implements NestInterceptor {
        intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
          const isFor = isMeant(context.switchToHttp().getRequest());
          return next
            .handle()
            .pipe(
              map((data: unknown) => (isFor ? new StreamableFile(Buffer.from('a,b\n')) : data)),
            );
        }
      },
    }),
  }),
  part({
    name: 'interceptor that responds',
    places: ENHANCER_PLACES,
    make: ({ isMeant, adapter }) => ({
      interceptor: class Responding implements NestInterceptor {
        intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
          const http = context.switchToHttp();
          if (!isMeant(http.getRequest())) return next.handle();
          return next.handle().pipe(
            tap(() => {
              if (adapter === 'express') http.getResponse().status(418).json({ own: true });
              else http.getResponse().status(418).send({ own: true });
            }),
          );
        }
      },
    }),
  }),
  part({
    name: 'interceptor of one request',
    places: ['module', 'class', 'method'],
    make: ({ see }) => {
      @Injectable({ scope: Scope.REQUEST })
      class Scoped implements NestInterceptor {
        #calls = 0;
        constructor(@Inject(REQUEST) readonly request: { readonly url: string }) {}
        intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
          see('before', context, { injected: this.request.url, calls: ++this.#calls });
          return next.handle();
        }
      }
      return { interceptor: Scoped };
    },
  }),
  part({
    name: 'ClassSerializerInterceptor',
    places: ['class', 'method'],
    make: () => ({ decorator: UseInterceptors(ClassSerializerInterceptor) }),
  }),
];
