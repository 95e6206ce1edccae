import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  Injectable,
  UnauthorizedException,
  type CanActivate,
  type ExecutionContext,
  type RawBodyRequest,
} from '@nestjs/common';
import { Settings } from '../settings.js';

type SignedRequest = RawBodyRequest<{
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}>;

/** Admits requests of which the payment provider has signed everything that becomes an argument: the bytes of JSON. */
@Injectable()
export class SignatureGuard implements CanActivate {
  constructor(private readonly settings: Settings) {}

  canActivate(context: ExecutionContext): boolean {
    const { url, headers, rawBody } = context.switchToHttp().getRequest<SignedRequest>();
    const isJson = /^application\/json(?:; ?charset=utf-8)?$/i.test(headers['content-type'] ?? '');
    // Neither a query nor that the bytes are to be read as a form is signed.
    if (/[?;]/.test(url) || !isJson || rawBody === undefined || rawBody.length === 0)
      throw new UnauthorizedException('Send signed JSON, without a query.');
    const expected = createHmac('sha256', this.settings.paymentSecret).update(rawBody).digest();
    const stated = Buffer.from(headers['x-signature'] ?? '', 'hex');
    if (stated.length !== expected.length || !timingSafeEqual(stated, expected))
      throw new UnauthorizedException('The signature is wrong.');
    return true;
  }
}
