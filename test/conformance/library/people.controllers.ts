import {
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestException,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';

@RestController('v1', '/authors')
export class AuthorsController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int, context: 'view' | 'embed' = 'view') {
    if (id > 90) throw new RestException('author_not_found', 'There is no author.', 404);
    return { id, name: `Author ${id}`, context };
  }
}

@RestController('v1', '/secrets')
export class SecretsController {
  @RestRoute('/{id}', HttpMethod.Get, new Capability('edit_items'))
  one(id: int) {
    return { id, secret: 'x' };
  }
}
