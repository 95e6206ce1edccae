import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

interface Nothing {}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(a: {}, b: Nothing, c: Omit<{ id: string }, 'id'>) {}
}

// RR2001 at 8:13
// RR2001 at 8:20
// RR2001 at 8:32
