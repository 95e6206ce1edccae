import { Injectable, type CanActivate } from '@nestjs/common';

/** Not built yet. */
@Injectable()
export class PermissionGuard implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}
