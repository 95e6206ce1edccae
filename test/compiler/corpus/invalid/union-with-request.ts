import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
} from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(a: RestRequest | string) {}
}

// RR2002 at 12:13
