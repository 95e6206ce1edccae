import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(
    item: { a: string; b: Map<string, string> },
    set: { c: Set<string> },
    later: { d: Promise<string> },
  ) {}
}

// RR2001 at 7:27
// RR2001 at 8:15
// RR2001 at 9:17
