import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: { id: { key: symbol } }) {}
}

// RR2001 at 6:29
