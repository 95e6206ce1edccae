import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { User } from './users.service.js';

/** The user that `TokenGuard` has found. The permission of the route guarantees that there is one. */
export const CurrentUser = createParamDecorator(
  (_data: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<{ readonly user?: User }>().user,
);
