import {
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestException,
  RestRoute,
} from 'nestjs-rest-routes';

/** Routes without arguments: one that throws and one that needs a capability. */
@RestController('v1')
export class RootController {
  @RestRoute('/gone', HttpMethod.Get, new PublicAccess())
  gone(): never {
    throw new RestException('item_gone', 'The item is gone.', 410, { reason: 'sold' });
  }

  @RestRoute('/me', HttpMethod.Get, new Capability('read'))
  me() {
    return { method: 'me', args: {} };
  }
}
