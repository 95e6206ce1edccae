import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

const DEFAULTS = { count: 10 };

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: typeof DEFAULTS) {}
}

// RR2015 at 8:16
