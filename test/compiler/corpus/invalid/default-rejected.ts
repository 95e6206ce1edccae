import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a: int = 1.5, @Param({ maximum: 10 }) b: int = 11) {}
}

// RR1015 at 13:17
// RR1015 at 13:55
