import {
  ForbiddenException,
  Injectable,
  SetMetadata,
  UnauthorizedException,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';

const CAPABILITY = 'capability';

export const RequireCapability = (name: string) => SetMetadata(CAPABILITY, name);

const ROLES: Readonly<Record<string, readonly string[]>> = {
  editor: ['edit_items'],
  admin: ['edit_items', 'delete_items'],
};

@Injectable()
export class CapabilitiesGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const capability = this.reflector.get<string | undefined>(CAPABILITY, context.getHandler());
    if (capability === undefined) return true;
    const { user } = context.switchToHttp().getRequest<{ user?: { roles: readonly string[] } }>();
    if (user === undefined) throw new UnauthorizedException();
    if (user.roles.some((role) => ROLES[role]?.includes(capability) === true)) return true;
    throw new ForbiddenException();
  }
}
