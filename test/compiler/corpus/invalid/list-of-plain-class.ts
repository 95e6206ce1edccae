import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

class Line {
  sku: string;
}
@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a: Line[]) {}
}

// RR1020 at 9:11
