import {
  Injectable,
  UnauthorizedException,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { UsersService, type User } from './users.service.js';

interface DemoRequest {
  readonly headers: { readonly authorization?: string };
  user?: User;
}

/**
 * Finds out who is calling; whether they may is the routes' own business. A demonstration, and no
 * authentication: anybody can guess these tokens. Put a real guard in its place (Passport's, for one)
 * that leaves the caller in `request.user` too.
 */
@Injectable()
export class DemoTokenGuard implements CanActivate {
  constructor(private readonly users: UsersService) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<DemoRequest>();
    const { authorization } = request.headers;
    if (authorization === undefined) return true;
    const [, token = ''] = /^Bearer (.+)$/i.exec(authorization) ?? [];
    const user = this.users.byToken(token);
    if (user === undefined) throw new UnauthorizedException('The token is unknown.');
    request.user = user;
    return true;
  }
}
