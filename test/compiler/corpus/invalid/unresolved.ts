import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import type { Gone } from './nowhere.js';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a: Missing, b: Gone[]) {}
}

// RR2003 at 7:11
// RR2003 at 7:23
