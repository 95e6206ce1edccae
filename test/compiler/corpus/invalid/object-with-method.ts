import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

interface Items {
  id: string;
  find(id: string): string;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(items: Items, more: Items[]) {}
}

// RR2014 at 11:17
// RR2014 at 11:30
