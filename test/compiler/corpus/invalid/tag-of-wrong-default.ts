import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  /** @default ten */
  a: int;
}
interface Other {
  /** @default c */
  a: 'a' | 'b';
}
interface Third {
  /** @default null */
  a: string[];
}
interface Fourth {
  /** @default */
  a: string;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(a: Item, b: Other, c: Third, d: Fourth) {}
}

// RR2023 at 4:7
// RR2023 at 8:7
// RR2023 at 12:7
// RR2023 at 16:7
