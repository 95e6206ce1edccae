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

/** Finds out who is calling. Whether they may is the routes' own business. */
@Injectable()
export class DemoTokenGuard implements CanActivate {
  constructor(private readonly users: UsersService) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<DemoRequest>();
    const { authorization } = request.headers;
    if (authorization === undefined) return true;
    const user = this.users.byToken(authorization.replace(/^Bearer /, ''));
    if (user === undefined) throw new UnauthorizedException('The token is unknown.');
    request.user = user;
    return true;
  }
}
