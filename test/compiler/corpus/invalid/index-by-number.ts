import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(a: { [index: number]: string }, b: Record<number, string>, c: { [key: symbol]: string }) {}
}

// RR2001 at 6:15
// RR2001 at 6:45
// RR2001 at 6:74
