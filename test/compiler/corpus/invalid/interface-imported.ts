import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import type { Stats } from 'node:fs';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a: Stats) {}
}

// RR2014 at 7:11
