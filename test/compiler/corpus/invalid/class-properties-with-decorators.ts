import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
  type int,
} from 'nestjs-rest-routes';

@ValueClass()
class Item {
  @Param({ minimum: 1 }) id: int;
  title: string;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(a: Pick<Item, 'title'>, b: Partial<Item>, c: Item & { flag: boolean }) {}
}

// RR2024 at 13:3
