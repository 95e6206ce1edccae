import {
  Injectable,
  UnauthorizedException,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { TokensService } from './tokens.service.js';
import { UsersService, type User } from './users.service.js';

interface TokenRequest {
  readonly headers: { readonly authorization?: string };
  user?: User;
}

/** Identifies the user. The permissions of routes decide what the user may do. */
@Injectable()
export class TokenGuard implements CanActivate {
  constructor(
    private readonly users: UsersService,
    private readonly tokens: TokensService,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<TokenRequest>();
    const { authorization } = request.headers;
    if (authorization === undefined) return true;
    const [, token = ''] = /^Bearer (.+)$/i.exec(authorization) ?? [];
    const id = this.tokens.read(token);
    const user = id === undefined ? this.users.byDemoToken(token) : this.users.byId(id);
    if (user === undefined) throw new UnauthorizedException('The token is unknown or has expired.');
    request.user = user;
    return true;
  }
}
