import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
} from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a: string, @Param({ name: 'a' }) b: string) {}

  @RestRoute('/class', HttpMethod.Get, new PublicAccess())
  renamed(sizes: Size[]) {}
}

@ValueClass()
class Size {
  @Param({ name: 'height' }) width!: string;
  height!: string;
}

// RR1021 at 13:19
// RR1021 at 16:11
