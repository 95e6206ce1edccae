import {
  ForbiddenException,
  Inject,
  Injectable,
  Scope,
  SetMetadata,
  UnauthorizedException,
  UseGuards,
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { REQUEST, Reflector } from '@nestjs/core';
import { of, timer, map, type Observable } from 'rxjs';
import { ENHANCER_PLACES, part, type Part, type Place } from '../part.js';

/** Where a class gets its dependencies. */
const INJECTED: readonly Place[] = ['module', 'class', 'method'];

export const guards: readonly Part[] = [
  part({
    name: 'guard that passes',
    places: ENHANCER_PLACES,
    make: ({ see }) => ({
      guard: class Passing implements CanActivate {
        canActivate(context: ExecutionContext): boolean {
          see('canActivate', context);
          return true;
        }
      },
    }),
  }),
  part({
    name: 'guard that denies',
    places: ENHANCER_PLACES,
    make: ({ see, isMeant, pause }) => ({
      guard: class Denying implements CanActivate {
        async canActivate(context: ExecutionContext): Promise<boolean> {
          await pause();
          see('canActivate', context);
          return !isMeant(context.switchToHttp().getRequest());
        }
      },
    }),
  }),
  part({
    name: 'guard that returns an observable',
    places: ENHANCER_PLACES,
    make: ({ isMeant }) => ({
      guard: class Observing implements CanActivate {
        canActivate(context: ExecutionContext): Observable<boolean> {
          const passes = !isMeant(context.switchToHttp().getRequest());
          return passes ? of(true) : timer(1).pipe(map(() => false));
        }
      },
    }),
  }),
  part({
    name: 'guard that throws an HttpException',
    places: ENHANCER_PLACES,
    make: ({ isMeant, random }) => {
      const error = random.pick([
        () => new UnauthorizedException(),
        () => new UnauthorizedException('no token', { description: 'Token' }),
        () => new ForbiddenException({ code: 'closed', until: null }),
      ]);
      return {
        guard: class Throwing implements CanActivate {
          canActivate(context: ExecutionContext): boolean {
            if (isMeant(context.switchToHttp().getRequest())) throw error();
            return true;
          }
        },
      };
    },
  }),
  part({
    name: 'guard that throws another error',
    places: ENHANCER_PLACES,
    make: ({ isMeant, random }) => {
      const isText = random.chance(0.3);
      return {
        guard: class Failing implements CanActivate {
          async canActivate(context: ExecutionContext): Promise<boolean> {
            const fails = isMeant(context.switchToHttp().getRequest());
            if (fails) throw isText ? 'a text' : new RangeError('of a guard');
            return true;
          }
        },
      };
    },
  }),
  part({
    name: 'guard that changes the request',
    places: ENHANCER_PLACES,
    make: ({ isMeant, random, adapter }) => {
      const what = random.pick(['body', 'query', 'params', 'user'] as const);
      const value = { a: 'of the guard', title: ' Of the guard ' };
      return {
        guard: class Changing implements CanActivate {
          canActivate(context: ExecutionContext): boolean {
            const request = context.switchToHttp().getRequest();
            if (!isMeant(request)) return true;
            if (what === 'params') Object.assign(request.params, { more: 'of the guard' });
            else if (what === 'query' && adapter === 'express')
              Object.defineProperty(request, 'query', {
                value,
                configurable: true,
                enumerable: true,
              });
            else request[what] = value;
            return true;
          }
        },
      };
    },
  }),
  part({
    name: 'guard that changes the body',
    places: ENHANCER_PLACES,
    make: ({ isMeant, random }) => {
      const change = random.pick([
        (body: object) => ({ ...body, title: 'Guarded' }),
        (body: object) => {
          Object.assign(body, { title: 'Guarded' });
          return body;
        },
        (body: object) => {
          Reflect.deleteProperty(body, 'tags');
          return body;
        },
        () => ({ title: 'Guarded', price: 7, tags: ['a'] }),
      ]);
      return {
        guard: class Changing implements CanActivate {
          canActivate(context: ExecutionContext): boolean {
            const request = context.switchToHttp().getRequest();
            const isObject = typeof request.body === 'object' && request.body !== null;
            if (isObject && !isMeant(request)) request.body = change(request.body);
            return true;
          }
        },
      };
    },
  }),
  part({
    name: 'guard that sets headers and a status',
    places: ENHANCER_PLACES,
    make: ({ isMeant, adapter }) => ({
      guard: class Setting implements CanActivate {
        canActivate(context: ExecutionContext): boolean {
          const [request, response] = [
            context.switchToHttp().getRequest(),
            context.switchToHttp().getResponse(),
          ];
          if (adapter === 'express') response.set('X-Guard', 'yes');
          else response.header('X-Guard', 'yes');
          if (isMeant(request)) response.status(202);
          return true;
        }
      },
    }),
  }),
  part({
    name: 'guard that responds',
    places: ENHANCER_PLACES,
    make: ({ isMeant, adapter }) => ({
      guard: class Responding implements CanActivate {
        canActivate(context: ExecutionContext): boolean {
          const [request, response] = [
            context.switchToHttp().getRequest(),
            context.switchToHttp().getResponse(),
          ];
          if (!isMeant(request)) return true;
          if (adapter === 'express') response.status(429).json({ slow: true });
          else response.status(429).send({ slow: true });
          return false;
        }
      },
    }),
  }),
  part({
    name: 'guard of one request',
    places: INJECTED,
    make: ({ see, isMeant }) => {
      @Injectable({ scope: Scope.REQUEST })
      class Scoped implements CanActivate {
        constructor(@Inject(REQUEST) readonly request: { readonly url: string }) {}
        canActivate(context: ExecutionContext): boolean {
          see('canActivate', context, { injected: this.request.url });
          return !isMeant(this.request);
        }
      }
      return { guard: Scoped };
    },
  }),
  part({
    name: 'guard that reads metadata',
    places: ['class', 'method'],
    make: ({ see }) => {
      @Injectable()
      class Roles implements CanActivate {
        constructor(readonly reflector: Reflector) {}
        canActivate(context: ExecutionContext): boolean {
          const targets = [context.getHandler(), context.getClass()];
          const roles = this.reflector.getAllAndOverride<string[] | undefined>('roles', targets);
          see('canActivate', context, { roles, all: this.reflector.getAll('roles', targets) });
          return true;
        }
      }
      return { decorator: applyDecorators(SetMetadata('roles', ['editor']), UseGuards(Roles)) };
    },
  }),
];
