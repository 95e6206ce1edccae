import type { CanActivate } from '@nestjs/common';
import { GuardedBy, HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

class Guard implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}

@RestController('v1', '/subjects', new GuardedBy(Guard))
export class Subject {
  @RestRoute('', HttpMethod.Get)
  list() {}

  @RestRoute('/login', HttpMethod.Post, new PublicAccess())
  login() {}
}

// RR1075 at 15:41
