import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

type Filter = { name: string };
@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a: Filter) {}
}

// RR2001 at 7:11
