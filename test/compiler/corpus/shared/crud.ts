import { HttpMethod, PublicAccess, RestRoute, type int } from 'nestjs-rest-routes';

export class Crud<Item, Order = int> {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: Item) {}

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  find(id: int, order: Order | null) {}
}

export class Middle<T> extends Crud<T[], 'asc' | 'desc'> {}
