import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
} from 'nestjs-rest-routes';

interface Limited {
  /** @maxLength 5 */
  a: string;
}
type Name = 'a' | `b${string}`;
type Hidden<T> = T extends object ? { [K in keyof T & Name]: Extract<T[K], string> } : never;

@ValueClass()
class Item implements Hidden<Limited> {
  @Param() a!: string;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create() {}
}

// RR2027 at 18:23
