import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import type { Owner } from '../shared/broken-shapes.js';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(owner: { owner: Owner }) {}
}

// RR2001 at 3:11 of ../shared/broken-shapes.ts
