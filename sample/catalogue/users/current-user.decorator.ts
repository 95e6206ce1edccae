import { createParamDecorator, type ExecutionContext } from '@nestjs/common';

/** The user that the guard has identified. */
export const CurrentUser = createParamDecorator(
  (_data: unknown, context: ExecutionContext): unknown =>
    context.switchToHttp().getRequest<{ readonly user?: unknown }>().user,
);
