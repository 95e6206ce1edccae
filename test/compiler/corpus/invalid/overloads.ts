import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  list(a: string): void;
  list(a: string, b: string): void;
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a: string, b?: string) {}
}

// RR2010 at 8:3
