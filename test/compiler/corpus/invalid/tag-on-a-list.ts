import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

interface Item {
  /** @minLength 2 */
  tags: string[];
}
interface Other {
  /** @maxLength 9 */
  kind: 'a' | 'b';
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(a: Item, b: Other) {}
}

// RR2022 at 4:7
// RR2022 at 8:7
