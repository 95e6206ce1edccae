import {
  Injectable,
  UnauthorizedException,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Lets requests pass whose sender has signed the bytes of the body. */
@Injectable()
export class SignatureGuard implements CanActivate {
  constructor(private readonly secret: string) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<{
      readonly rawBody?: Buffer;
      readonly headers: Readonly<Record<string, string | undefined>>;
    }>();
    const expected = createHmac('sha256', this.secret)
      .update(request.rawBody ?? '')
      .digest();
    const stated = Buffer.from(request.headers['x-signature'] ?? '', 'hex');
    if (stated.length !== expected.length || !timingSafeEqual(stated, expected)) {
      throw new UnauthorizedException();
    }
    return true;
  }
}
