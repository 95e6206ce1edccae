import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

interface Item {
  /** @format e-mail */
  mail: string;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: Item) {}
}

// RR2023 at 4:7
