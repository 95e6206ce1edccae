import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(a: Record<string, bigint>, b: { [key: string]: symbol }) {}
}

// RR2001 at 6:28
// RR2001 at 6:57
