import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

/** @minLength 2 */
type Title = string;

interface Tree<T> {
  value: T;
  titles?: Tree<Title>[];
}

interface Named {
  other?: {
    /** @minLength 2 */
    name: string;
    other?: Named;
  };
}

interface Item extends Named {
  name: string;
  other?: Item;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/trees', HttpMethod.Post, new PublicAccess())
  trees(tree: Tree<string>) {}

  @RestRoute('/items', HttpMethod.Post, new PublicAccess())
  items(item: Item) {}
}

// RR2027 at 8:12
// RR2026 at 30:15
