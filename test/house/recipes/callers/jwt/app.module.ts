// app.module.ts
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { Injectable, Module, UnauthorizedException } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule, JwtService } from '@nestjs/jwt';
import { AuthGuard, PassportModule, PassportStrategy } from '@nestjs/passport';
import {
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestException,
  RestModule,
  RestRequest,
  RestRoute,
} from 'nestjs-rest-routes';
import { ExtractJwt, Strategy } from 'passport-jwt';

/** Without a secret in the environment, tokens end with the process. */
const SECRET = process.env['JWT_SECRET'] ?? randomBytes(32).toString('hex');

interface User {
  readonly id: string;
  readonly roles: readonly string[];
}

interface Claims {
  readonly sub: string;
  readonly roles: readonly string[];
}

interface Account {
  readonly salt: Buffer;
  readonly hash: Buffer;
  readonly roles: readonly string[];
}

/** In place of a table of users. */
@Injectable()
export class Accounts {
  readonly #accounts = new Map([
    ['ada', accountOf('lovelace', ['editor'])],
    ['bob', accountOf('builder', ['reader'])],
  ]);
  readonly #unknown = accountOf(randomBytes(16).toString('hex'), []);

  /** Takes the same time for an unknown login as for a wrong password. */
  verify(login: string, password: string): User | undefined {
    const found = this.#accounts.get(login);
    const { salt, hash, roles } = found ?? this.#unknown;
    const isSame = timingSafeEqual(scryptSync(password, salt, 32), hash);
    return found !== undefined && isSame ? { id: login, roles } : undefined;
  }

  find(login: string): User | undefined {
    const found = this.#accounts.get(login);
    return found && { id: login, roles: found.roles };
  }
}

function accountOf(password: string, roles: readonly string[]): Account {
  const salt = randomBytes(16);
  return { salt, hash: scryptSync(password, salt, 32), roles };
}

/** The returned value becomes the user of the request. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor() {
    super({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: SECRET });
  }

  validate({ sub, roles }: Claims): User {
    return { id: sub, roles };
  }
}

/** Lets anonymous users pass: the permission of each route decides. A wrong token is a 401 everywhere. */
@Injectable()
export class JwtGuard extends AuthGuard('jwt') {
  override handleRequest<Found>(error: unknown, user: Found | false, info?: Error): Found {
    if (user !== false) return user;
    if (error === null && info?.message === 'No auth token') return undefined as Found;
    throw new UnauthorizedException(info?.message ?? 'The token cannot be read.');
  }
}

@RestController('v1')
export class LoginController {
  constructor(
    private readonly accounts: Accounts,
    private readonly jwt: JwtService,
  ) {}

  /** Exchanges a login and a password for a token. */
  @RestRoute('/login', HttpMethod.Post, new PublicAccess())
  async login(login: string, password: string) {
    const user = this.accounts.verify(login, password);
    if (user === undefined) {
      throw new RestException('incorrect_password', 'The login or the password is wrong.', 401);
    }
    return { token: await this.jwt.signAsync({ sub: user.id, roles: user.roles }) };
  }
}

@RestController('v1', '/notes')
export class NotesController {
  @RestRoute('', HttpMethod.Get, new Capability('read_notes'))
  list(request: RestRequest<User>) {
    return { of: request.user.id };
  }

  @RestRoute('', HttpMethod.Post, new Capability('edit_notes'))
  create(text: string) {
    return { text };
  }
}

@Module({
  imports: [
    PassportModule,
    JwtModule.register({ secret: SECRET, signOptions: { expiresIn: '1h' } }),
    RestModule.forRoot({
      namespace: 'acme',
      style: 'nest',
      roles: { reader: ['read_notes'], editor: ['read_notes', 'edit_notes'] },
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    }),
  ],
  providers: [
    NotesController,
    LoginController,
    Accounts,
    JwtStrategy,
    { provide: APP_GUARD, useClass: JwtGuard },
  ],
})
export class AppModule {}
