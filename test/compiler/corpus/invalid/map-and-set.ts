import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a: Map<string, int>, b: Set<int>) {}
}

// RR2001 at 6:11
// RR2001 at 6:32
