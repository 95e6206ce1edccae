import { PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', [], new PublicAccess())
  list() {}
}

// RR1023 at 5:18
