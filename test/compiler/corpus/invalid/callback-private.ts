import { Callback, HttpMethod, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/{id}', HttpMethod.Get, new Callback(Subject.mayEdit))
  list(id: int) {}
  private static mayEdit(id: int) {
    return id > 0;
  }
}

// RR1009 at 5:52
