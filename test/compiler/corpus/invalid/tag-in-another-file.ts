import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import type { Tagged } from '../shared/broken-tag.js';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: Tagged) {}
}

// RR2022 at 4:7 of ../shared/broken-tag.ts
