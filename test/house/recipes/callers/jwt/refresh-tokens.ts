// refresh-tokens.ts
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestException,
  RestRoute,
} from 'nestjs-rest-routes';
import { Accounts } from './app.module.js';

const THIRTY_DAYS = 30 * 24 * 60 * 60_000;

interface Session {
  readonly login: string;
  readonly hash: string;
  readonly endsAt: number;
}

/** In place of a table with a row for each session, which has the hash of its last refresh token. */
@Injectable()
export class Sessions {
  readonly #sessions = new Map<string, Session>();

  open(login: string): string {
    return this.#next(randomUUID(), login);
  }

  /** A token that is sent twice ends the session: one of the two senders is not the user. */
  renew(token: string): { readonly login: string; readonly refreshToken: string } | undefined {
    const id = idOf(token);
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    if (session?.hash !== hashOf(token) || session.endsAt < Date.now()) return undefined;
    return { login: session.login, refreshToken: this.#next(id, session.login) };
  }

  close(token: string): void {
    this.#sessions.delete(idOf(token));
  }

  #next(id: string, login: string): string {
    const token = `${id}.${randomBytes(32).toString('base64url')}`;
    const endsAt = Date.now() + THIRTY_DAYS;
    this.#sessions.set(id, { login, hash: hashOf(token), endsAt });
    return token;
  }
}

function idOf(token: string): string {
  return token.split('.', 1)[0] ?? '';
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

@RestController('v1', '/tokens')
export class TokensController {
  constructor(
    private readonly accounts: Accounts,
    private readonly sessions: Sessions,
    private readonly jwt: JwtService,
  ) {}

  @RestRoute('', HttpMethod.Post, new PublicAccess())
  open(login: string, password: string) {
    if (this.accounts.verify(login, password) === undefined) {
      throw new RestException('incorrect_password', 'The login or the password is wrong.', 401);
    }
    return this.#tokens(login, this.sessions.open(login));
  }

  @RestRoute('/refresh', HttpMethod.Post, new PublicAccess())
  refresh(refreshToken: string) {
    const renewed = this.sessions.renew(refreshToken);
    if (renewed === undefined) throw rejected();
    return this.#tokens(renewed.login, renewed.refreshToken);
  }

  @RestRoute('/revoke', HttpMethod.Post, new PublicAccess())
  revoke(refreshToken: string): void {
    this.sessions.close(refreshToken);
  }

  /** Roles are looked up again: a user who has lost one keeps it for five minutes at most. */
  async #tokens(login: string, refreshToken: string) {
    const user = this.accounts.find(login);
    if (user === undefined) throw rejected();
    const claims = { sub: user.id, roles: user.roles };
    return { token: await this.jwt.signAsync(claims, { expiresIn: '5m' }), refreshToken };
  }
}

function rejected(): RestException {
  return new RestException('invalid_refresh_token', 'Log in again.', 401);
}
