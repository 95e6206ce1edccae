import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

export enum Mixed {
  A = 'a',
  B = 1,
}
@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a: Mixed) {}
}

// RR2002 at 10:11
