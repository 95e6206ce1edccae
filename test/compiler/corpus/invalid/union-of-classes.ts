import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

class A {}
class B {}
@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a: A | B) {}
}

// RR2002 at 8:11
