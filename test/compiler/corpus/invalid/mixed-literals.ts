import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a: 'a' | 1, b: 'a' | true) {}
}

// RR2002 at 6:11
// RR2002 at 6:23
