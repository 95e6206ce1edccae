import type { int, RestRequest } from 'nestjs-rest-routes';

export class PermissionHelper {}

export class Permissions {
  static mayRemove(id: int, helper: PermissionHelper): boolean {
    return id > 0 && helper !== undefined;
  }

  static mayHelp(helper: PermissionHelper, request: RestRequest): boolean {
    return helper !== undefined && request.path !== '';
  }
}
