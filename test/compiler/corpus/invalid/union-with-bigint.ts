import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(a: string | bigint, b: (string | symbol)[]) {}
}

// RR2001 at 6:22
// RR2001 at 6:43
