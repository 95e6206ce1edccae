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
  create(item: { request: RestRequest }) {}
}

// RR2001 at 12:16
