import { Cache, HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  @Cache({ ttl: '5m' })
  list() {}
}

// RR1012 at 6:3
