import { Controller, Get, Injectable, Module, type ExecutionContext } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { CacheInterceptor, CacheModule } from '@nestjs/cache-manager';
import { EventEmitterModule } from '@nestjs/event-emitter';
import { JwtModule, JwtService } from '@nestjs/jwt';
import { AuthGuard, PassportModule, PassportStrategy } from '@nestjs/passport';
import { ScheduleModule } from '@nestjs/schedule';
import { HealthCheckService, TerminusModule } from '@nestjs/terminus';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { HeaderResolver, I18nContext, I18nModule } from 'nestjs-i18n';
import { Strategy } from 'passport-jwt';
import { join } from 'node:path';
import { part, type Part } from '../part.js';

/** Published modules of Nest. */
export const modules: readonly Part[] = [
  part({
    name: '@nestjs/throttler',
    make: ({ random }) => ({
      imports: [ThrottlerModule.forRoot([{ ttl: 600_000, limit: random.pick([5, 12, 100]) }])],
      providers: [{ provide: APP_GUARD, useClass: ThrottlerGuard }],
    }),
  }),
  part({
    name: '@nestjs/cache-manager',
    make: () => ({
      imports: [CacheModule.register({ ttl: 600_000 })],
      providers: [{ provide: APP_INTERCEPTOR, useClass: CacheInterceptor }],
    }),
  }),
  part({
    name: '@nestjs/passport',
    places: ['module', 'class', 'method'],
    make: ({ random, isMeant }) => {
      const token = new JwtService({ secret: 'a secret' }).sign(
        { name: 'ada' },
        { noTimestamp: true },
      );
      @Injectable()
      class Jwt extends PassportStrategy(Strategy, 'jwt') {
        constructor() {
          super({
            secretOrKey: 'a secret',
            jwtFromRequest: () => token,
          });
        }
        validate(payload: object): object {
          return payload;
        }
      }
      const isOpen = random.chance(0.5);
      @Injectable()
      class JwtGuard extends AuthGuard('jwt') {
        override handleRequest<User>(
          error: unknown,
          user: User,
          info: unknown,
          context: ExecutionContext,
        ): User {
          if (isOpen || !isMeant(context.switchToHttp().getRequest())) return user;
          return super.handleRequest(error, false as never, info, context) as User;
        }
      }
      return {
        imports: [PassportModule, JwtModule.register({ secret: 'a secret' })],
        providers: [Jwt],
        guard: JwtGuard,
      };
    },
  }),
  part({
    name: 'nestjs-i18n',
    make: ({ saw }) => ({
      imports: [
        I18nModule.forRoot({
          fallbackLanguage: 'en',
          loaderOptions: { path: join(process.cwd(), 'test/house/recipes/i18n'), watch: false },
          resolvers: [new HeaderResolver(['x-language'])],
          logging: false,
        }),
      ],
      parameter: (_data, context) => {
        saw('parameter', {}, {}, { language: I18nContext.current(context)?.lang });
        return I18nContext.current()?.lang;
      },
    }),
  }),
  part({
    name: '@nestjs/terminus',
    make: ({ subjectInModules }) => {
      @Controller(`${subjectInModules}/items/health`)
      class HealthController {
        constructor(readonly health: HealthCheckService) {}
        @Get()
        check(): Promise<unknown> {
          return this.health.check([]);
        }
      }
      return {
        imports: [TerminusModule.forRoot({ logger: false })],
        controllers: [HealthController],
      };
    },
  }),
  part({
    name: '@nestjs/event-emitter and @nestjs/schedule',
    make: () => ({ imports: [EventEmitterModule.forRoot(), ScheduleModule.forRoot()] }),
  }),
  part({
    name: 'plain controller beside',
    make: ({ subjectInModules }) => {
      @Controller(`${subjectInModules}/items/beside`)
      class Beside {
        @Get()
        own(): object {
          return { own: true };
        }
      }
      @Module({ controllers: [Beside] })
      class BesideModule {}
      return { imports: [BesideModule] };
    },
  }),
];
