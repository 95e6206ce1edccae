import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  list(id: number) {}

  @RestRoute('/at/{day}', HttpMethod.Get, new PublicAccess())
  at(day: Date) {}
}

// RR1005 at 6:8
// RR1005 at 9:6
