import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  /**
   * @minimum 1
   * @exclusiveMinimum 0
   */
  a: int;
}
interface Other {
  /** @default 1 @default 2 */
  a: int;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(a: Item, b: Other) {}
}

// RR2023 at 6:6
// RR2023 at 11:18
