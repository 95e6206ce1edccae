import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject<T = string, U> {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(b: U, c: U | null) {}
}

// RR2004 at 6:11
// RR2004 at 6:17
