import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

/** The class whose way from the source to a response the reach test follows. */
@RestController('v1', '/items')
export class ItemsController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int): { id: int } {
    return { id };
  }
}
