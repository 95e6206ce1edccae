import { Callback, HttpMethod, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/{id}', HttpMethod.Get, new Callback(Subject.mayEdit))
  list(id: int) {}
  static mayEdit(id: int, owner: string) {
    return id > 0 && owner !== '';
  }
}

// RR1010 at 7:27
