import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/a', HttpMethod.Get, new PublicAccess())
  a() {}
  @RestRoute('/A', [HttpMethod.Get, HttpMethod.Post], new PublicAccess())
  b() {}
}

// RR1013 at 7:14
