import { Callback, HttpMethod, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/{id}', HttpMethod.Get, new Callback(Subject.mayEdit))
  list(id: int) {}
  static mayEdit(id: int, more: bigint) {
    return id > 0 && more !== null;
  }
}

// RR2001 at 7:33
