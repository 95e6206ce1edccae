import type { int } from 'nestjs-rest-routes';

export class PermissionHelper {}

export class Permissions {
  static mayRemove(id: int, helper: PermissionHelper): boolean {
    return id > 0 && helper !== undefined;
  }
}
