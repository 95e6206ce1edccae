import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
} from 'nestjs-rest-routes';

@ValueClass()
class Line {
  a: string;
  b: string;
}
@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list({ a, b }: Line) {}
}

// RR2005 at 17:8
