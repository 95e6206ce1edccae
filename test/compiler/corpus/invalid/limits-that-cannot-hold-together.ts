import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

interface A {
  /** @pattern ^a */
  a: string;
}
interface B {
  /** @pattern b$ */
  a: string;
}
/** @maxLength 5 */
type Title = string;

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(x: A & B, y: Exclude<Title | null, null>) {}
}

// RR2026 at 17:13
// RR2027 at 17:23
