import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(/** @default 10 */ page: int = 10, /** @default 20 */ perPage: int = 10) {}
}

// RR2028 at 6:47
