import { Capability, HttpMethod, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  // @ts-expect-error a permission is missing
  @RestRoute('', HttpMethod.Get)
  list() {}
  @RestRoute('/x', HttpMethod.Get, new Capability(''))
  other() {}
}

// RR1008 at 6:3
// RR1008 at 8:36
