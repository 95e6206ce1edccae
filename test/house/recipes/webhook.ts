import {
  Injectable,
  UnauthorizedException,
  type CanActivate,
  type ExecutionContext,
  type RawBodyRequest,
} from '@nestjs/common';
import { createHmac, timingSafeEqual } from 'node:crypto';

type SignedRequest = RawBodyRequest<{
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}>;

/** Lets requests pass whose sender has signed everything from which arguments are made. */
@Injectable()
export class SignatureGuard implements CanActivate {
  constructor(private readonly secret: string) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<SignedRequest>();
    const { url, headers, body, rawBody } = request;
    // A query is not signed, and neither is that the bytes are to be read as a form.
    if (/[?;]/.test(url)) throw new UnauthorizedException('Send no query.');
    if (!/^application\/json(?:; ?charset=utf-8)?$/i.test(headers['content-type'] ?? '')) {
      throw new UnauthorizedException('Send application/json.');
    }
    if (rawBody === undefined && body !== undefined && body !== null) {
      throw new Error(
        'Start the application with NestFactory.create(AppModule, { rawBody: true }).',
      );
    }
    // The signature of no bytes would be right for every request without a body.
    if (rawBody === undefined || rawBody.length === 0 || !this.isSigned(rawBody, headers)) {
      throw new UnauthorizedException();
    }
    return true;
  }

  /** As the sender of your webhooks documents it. */
  private isSigned(bytes: Buffer, headers: SignedRequest['headers']): boolean {
    const expected = createHmac('sha256', this.secret).update(bytes).digest();
    const stated = Buffer.from(headers['x-signature'] ?? '', 'hex');
    return stated.length === expected.length && timingSafeEqual(stated, expected);
  }
}
