import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

interface Base<T> {
  inner: T;
}
interface Item extends Base<Item> {
  id: string;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: Item) {}
}

// RR2020 at 6:29
