import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

class Item {
  get id(): string {
    return '';
  }
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: Pick<Item, 'id'>) {}
}

// RR2001 at 12:16
