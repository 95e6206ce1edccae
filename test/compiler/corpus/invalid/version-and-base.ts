import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('/v1/', 'subjects' as never)
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  a() {}
}

// RR1002 at 3:17
// RR1001 at 3:25
