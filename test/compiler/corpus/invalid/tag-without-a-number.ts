import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  /** @minimum two */
  a: int;
}
interface Other {
  /** @maximum */
  a: int;
}
interface Third {
  /** @maxLength 1.5 */
  a: string;
}
interface Fourth {
  /** @multipleOf 0 */
  a: int;
}
interface Fifth {
  /** @minItems -1 */
  a: int[];
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(a: Item, b: Other, c: Third, d: Fourth, e: Fifth) {}
}

// RR2023 at 4:7
// RR2023 at 8:7
// RR2023 at 12:7
// RR2023 at 16:7
// RR2023 at 20:7
