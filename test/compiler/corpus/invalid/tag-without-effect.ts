import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

/** @maxLength 5 */
enum Kind {
  A = 'a',
}

@RestController('v1', '/subjects')
export class Subject {
  /** @minimum 1 */
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(kind: Kind) {}
}

// RR2028 at 3:5
// RR2028 at 10:7
