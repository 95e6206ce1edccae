import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a: string | int, b: Date | string, c: string | string[]) {}
}

// RR2002 at 6:11
// RR2002 at 6:28
// RR2002 at 6:46
