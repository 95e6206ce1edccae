import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';

@Injectable()
export class ApiKeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context
      .switchToHttp()
      .getRequest<{ readonly headers: Readonly<Record<string, unknown>> }>();
    return headers['x-api-key'] === 'press';
  }
}
