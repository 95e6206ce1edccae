import { Capability, HttpMethod, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get)
  list() {}
  @RestRoute('/x', HttpMethod.Get, new Capability(''))
  other() {}
}

// RR1008 at 5:3
// RR1008 at 7:36
