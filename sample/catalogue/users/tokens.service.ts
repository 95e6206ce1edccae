import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';

const LIFETIME = 60 * 60 * 1000;

/** Issues and reads signed tokens, which contain a user's id and an expiry time. */
@Injectable()
export class TokensService {
  readonly #secret = secretOf(process.env['TOKEN_SECRET']);

  issue(userId: number): { readonly token: string; readonly expires: string } {
    const expires = Date.now() + LIFETIME;
    const claims = `${userId}.${expires}`;
    const token = `${claims}.${this.#sign(claims)}`;
    return { token, expires: new Date(expires).toISOString() };
  }

  /** The id of the user; `undefined` for a token with a wrong signature, or one that has expired. */
  read(token: string): number | undefined {
    const [, claims = '', id, expires, signature = ''] =
      /^((\d+)\.(\d+))\.([\w-]+)$/.exec(token) ?? [];
    const [own, given] = [this.#sign(claims), signature].map((text) => Buffer.from(text));
    const isOurs = own !== undefined && given?.length === own.length && timingSafeEqual(own, given);
    return isOurs && Number(expires) > Date.now() ? Number(id) : undefined;
  }

  #sign(claims: string): string {
    return createHmac('sha256', this.#secret).update(claims).digest('base64url');
  }
}

/** Without `TOKEN_SECRET`, tokens become invalid when the process ends, which is logged. */
function secretOf(stated: string | undefined): string {
  if (stated !== undefined && stated !== '') return stated;
  new Logger('TokensService').warn(
    'TOKEN_SECRET is not set: tokens become invalid when this process ends.',
  );
  return randomBytes(32).toString('hex');
}
