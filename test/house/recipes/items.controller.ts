import {
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
} from 'nestjs-rest-routes';

/** What every recipe protects. */
@RestController('v1', '/items')
export class ItemsController {
  static created = 0;

  constructor() {
    ItemsController.created += 1;
  }

  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    return ['chair'];
  }

  @RestRoute('/mine', HttpMethod.Get, new Capability('read'))
  mine(request: RestRequest) {
    return { user: request.user };
  }

  @RestRoute('', HttpMethod.Post, new Capability('edit_items'))
  create(title: string) {
    return { title };
  }
}
