import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

const key = String(1);
interface Item {
  [key]: string;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: Item) {}
}

// RR2016 at 5:3
