import { Cache, HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '400d' })
  list() {}
}

// RR1024 at 6:3
