import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess(), { publicWrite: true })
  list() {}
}

// RR1073 at 5:54
