import {
  Callback,
  Capability,
  HttpMethod,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';

@RestController('v1', '/subjects', new Callback(Subject.mayEdit))
export class Subject {
  @RestRoute('/{id}', HttpMethod.Put)
  update(id: int) {}
  @RestRoute('', HttpMethod.Get)
  list() {}
  @RestRoute('/own', HttpMethod.Get, new Capability('own'))
  own() {}
  static mayEdit(id: int) {
    return id > 0;
  }
}

@RestController('v1', '/others', new Capability(''))
export class Other {
  @RestRoute('', HttpMethod.Get, { hidden: true })
  list() {}
}

// RR1010 at 18:18
// RR1008 at 23:34
