import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  /** @minLength 2 */
  count: int;
}
interface Other {
  /** @maximum 2 */
  name: string;
}
interface Third {
  /** @minItems 1 */
  counts: Record<string, int>;
}
interface Fourth {
  /**
   * Dates have no pattern.
   * @pattern ^2
   */
  made: Date;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(a: Item, b: Other, c: Third, d: Fourth) {}
}

// RR2022 at 4:7
// RR2022 at 8:7
// RR2022 at 12:7
// RR2022 at 18:6
