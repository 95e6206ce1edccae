import {
  Cache,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
} from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '5m', vary: undefined as never })
  list(request: RestRequest) {}
}

// RR1022 at 13:3
