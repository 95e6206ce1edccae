import { Injectable, Module, UnauthorizedException } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { AuthGuard, PassportModule, PassportStrategy } from '@nestjs/passport';
import { RestModule } from 'nestjs-rest-routes';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { ItemsController } from './items.controller.js';

export const SECRET = 'from the environment, in earnest';

interface Claims {
  readonly sub: string;
  readonly roles: readonly string[];
}

@Injectable()
class JwtStrategy extends PassportStrategy(Strategy) {
  constructor() {
    super({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: SECRET });
  }

  validate({ sub, roles }: Claims) {
    return { id: sub, roles };
  }
}

/** Finds out who is calling. Nobody may pass: whether that is enough, each route says itself. */
@Injectable()
class JwtGuard extends AuthGuard('jwt') {
  override handleRequest<User>(error: unknown, user: User | false, info?: Error): User {
    if (user !== false) return user;
    if (error === null && info?.message === 'No auth token') return undefined as User;
    throw new UnauthorizedException(info?.message ?? 'The token cannot be read.');
  }
}

@Module({
  imports: [
    PassportModule,
    JwtModule.register({ secret: SECRET, signOptions: { expiresIn: '1h' } }),
    RestModule.forRoot({
      namespace: 'acme',
      roles: { reader: ['read'], editor: ['read', 'edit_items'] },
    }),
  ],
  providers: [ItemsController, JwtStrategy, { provide: APP_GUARD, useClass: JwtGuard }],
})
export class JwtAppModule {}
