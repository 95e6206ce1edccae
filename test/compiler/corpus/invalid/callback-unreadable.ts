import { Callback, HttpMethod, RestController, RestRoute, type int } from 'nestjs-rest-routes';

const pick = () => () => true;
@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/{id}', HttpMethod.Get, new Callback(pick()))
  list(id: int) {}
}

// RR2012 at 6:52
