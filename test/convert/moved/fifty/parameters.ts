import {
  createParamDecorator,
  Headers,
  Param,
  ParseIntPipe,
  ParseUUIDPipe,
  Query,
  type ExecutionContext,
} from '@nestjs/common';

/** Decorators of parameters that return one of Nest. */
export const IdParam = (name = 'id') => Param(name, new ParseIntPipe());
export const KeyParam = () => Param('key', ParseUUIDPipe);
export const Language = () => Headers('accept-language');
export const SortQuery = () => Query('sort');

export const Caller = createParamDecorator(
  (field: string | undefined, context: ExecutionContext) => {
    const request = context.switchToHttp().getRequest<{ user?: Record<string, unknown> }>();
    return field === undefined ? request.user : request.user?.[field];
  },
);
