import { Cache, HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '5m', vary: 'everybody' as never })
  list() {}
}

// RR1022 at 6:3
