import {
  Injectable,
  UnauthorizedException,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { UsersService, type User } from './users.service.js';

interface TokenRequest {
  readonly headers: { readonly authorization?: string };
  user?: User;
}

/** Finds the user of a token, and lets anonymous users pass: the permission of each route decides. */
@Injectable()
export class TokenGuard implements CanActivate {
  constructor(private readonly users: UsersService) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<TokenRequest>();
    const { authorization } = request.headers;
    if (authorization === undefined) return true;
    const [, token = ''] = /^Bearer (.+)$/i.exec(authorization) ?? [];
    const user = this.users.byToken(token);
    if (user === undefined) throw new UnauthorizedException('The token is unknown.');
    request.user = user;
    return true;
  }
}
