import { HttpMethod, PublicAccess, RestRoute } from 'nestjs-rest-routes';

export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {}
}

// RR1007 at 4:3
