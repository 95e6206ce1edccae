import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

const name = String('list');

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  [name]() {}
}

// RR2008 at 8:3
