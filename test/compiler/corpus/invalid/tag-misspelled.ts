import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

interface Item {
  /** @minlength 2 */
  name: string;
}
interface Other {
  /** @uniqueitems */
  names: string[];
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(a: Item, b: Other) {}
}

// RR2022 at 4:7
// RR2022 at 8:7
