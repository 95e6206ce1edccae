import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

class Service {}
@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a: typeof Service) {}
}

// RR2001 at 7:11
