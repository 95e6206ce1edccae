import { Callback, HttpMethod, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/{id}', HttpMethod.Get, new Callback((id: int) => id > 0))
  list(id: int) {}
}

// RR1009 at 5:52
