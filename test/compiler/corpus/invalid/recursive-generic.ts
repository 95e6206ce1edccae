import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

interface Tree<T> {
  value: T;
  left: Tree<T> | null;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(tree: Tree<string>) {}
}

// RR2020 at 5:9
