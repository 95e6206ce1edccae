import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

abstract class Base<T> {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a: T) {}
}

interface Item {
  run(): void;
}

@RestController('v1', '/subjects')
export class Subject extends Base<Item> {}

// RR2014 at 13:35
