import { HttpMethod, ListOf, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(@ListOf('string') a: string) {}
}

// RR1018 at 6:8
