import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  id: int;
}
type Lists<T> = { [Key in keyof T]: T[Key][] };

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: Lists<Item>) {}
}

// RR2015 at 11:16
