import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';
import { Hidden } from '../shared/hidden.js';

@RestController('v1', '/subjects')
export class Subject extends Hidden {
  @RestRoute('/own', HttpMethod.Get, new PublicAccess())
  own(a: int) {}
}

// RR2013 at 7:19 of ../shared/hidden.ts
