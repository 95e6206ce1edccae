import { Callback, HttpMethod, RestController, RestRoute, type int } from 'nestjs-rest-routes';

const mayEdit = (id: int) => id > 0;
@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/{id}', HttpMethod.Get, new Callback(mayEdit))
  list(id: int) {}
}

// RR1009 at 6:52
