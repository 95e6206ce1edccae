import {
  Capability,
  HttpMethod,
  Param,
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
  create(@Param({ name: 'title', type: 'string' }) title: string) {
    return { title };
  }
}
