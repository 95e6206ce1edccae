import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

interface Names {
  /** @maxLength 5 */
  [name: string]: string;
}
interface Item {
  a: /** @maxLength 5 */ string;
}
type Mapped = {
  /** @maxLength 5 */
  [Name in 'a' | 'b']: string;
};

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(
    index: Names,
    list: /** @maxLength 5 */ string[],
    union: { kind: 'a' | /** @maxLength 5 */ 'b' },
    map: Record<string, /** @maxLength 5 */ string>,
    item: Item,
    mapped: Mapped,
    joined: Item & /** @minProperties 1 */ { b?: string },
  ) {}
}
// RR2028 at 4:7
// RR2028 at 8:26
// RR2028 at 20:31
// RR2028 at 21:46
// RR2028 at 22:45
// RR2028 at 24:13
// RR2028 at 25:44
