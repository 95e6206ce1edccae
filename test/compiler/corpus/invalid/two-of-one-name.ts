import { HttpMethod, Param, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a: string, @Param({ name: 'a' }) b: string) {}
}

// RR1021 at 6:19
