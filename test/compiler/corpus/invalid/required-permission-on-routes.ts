import {
  Capability,
  HttpMethod,
  PublicAccess,
  RequirePermission,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';

@RequirePermission(new Capability('admin'))
@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int) {}

  @RestRoute('/{id}', HttpMethod.Delete, new Capability('admin'))
  @RequirePermission(new Capability('admin'))
  remove(id: int) {}
}

@RequirePermission(new Capability('admin'))
export abstract class Guarded {}

@RestController('v1', '/things')
export class Thing extends Guarded {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {}
}

// RR1066 at 11:1
// RR1066 at 18:3
// RR1066 at 26:14
