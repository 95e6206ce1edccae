import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  list(a: any, ...b: string[]) {}
}

// RR2001 at 6:11
// RR2006 at 6:16
