import { Callback, HttpMethod, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/{id}', HttpMethod.Get, new Callback(Subject.mayEdit))
  list(id: int) {}
  static mayEdit(id: string) {
    return id !== '';
  }
}

// RR1011 at 7:18
