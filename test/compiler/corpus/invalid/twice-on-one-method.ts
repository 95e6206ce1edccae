import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/a', HttpMethod.Get, new PublicAccess())
  @RestRoute('/b', HttpMethod.Get, new PublicAccess())
  @RestRoute('/a', HttpMethod.Get, new PublicAccess())
  a() {}
}

// RR1013 at 7:14
