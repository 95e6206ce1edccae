import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a: any[], b: Array<any>) {}
}

// RR2001 at 6:11
// RR2001 at 6:27
