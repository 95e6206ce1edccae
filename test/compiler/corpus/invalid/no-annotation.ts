import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

const compute = () => 1;
@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a, b = [], c = null, d = compute()) {}
}

// RR2007 at 7:8
// RR2007 at 7:11
// RR2007 at 7:19
// RR2007 at 7:29
