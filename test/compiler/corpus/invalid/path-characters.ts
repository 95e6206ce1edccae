import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('items' as never, HttpMethod.Get, new PublicAccess())
  a() {}
  @RestRoute('/a b' as never, HttpMethod.Get, new PublicAccess())
  b() {}
  @RestRoute('/{id}/{id}', HttpMethod.Get, new PublicAccess())
  c(id: int) {}
}

// RR1001 at 5:14
// RR1001 at 7:14
// RR1001 at 9:14
