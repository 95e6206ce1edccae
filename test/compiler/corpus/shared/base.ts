import { HttpMethod, PublicAccess, RestRoute, type int } from 'nestjs-rest-routes';
import type { Kind } from './barrel.js';
import type { AuditLog } from './services.js';

export class BaseHelper {}

export abstract class BaseController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(kind: Kind, audit: AuditLog) {}

  @RestRoute('/local', HttpMethod.Get, new PublicAccess())
  local(helper: BaseHelper) {}

  @RestRoute('/dropped', HttpMethod.Get, new PublicAccess())
  dropped(id: int) {}
}
