import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

class A {
  run() {}
}
class B {
  run() {}
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(a: A | B) {}
}

// RR1020 at 13:13
