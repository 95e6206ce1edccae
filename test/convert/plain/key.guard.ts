import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';

@Injectable()
export class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<{ headers: Record<string, unknown> }>();
    return request.headers['x-key'] === 'secret';
  }
}
