import { Capability, HttpMethod, RestController, RestRequest, RestRoute } from 'nestjs-rest-routes';

@RestController('v1')
export class MeController {
  @RestRoute('/me', HttpMethod.Get, new Capability('read'))
  me(request: RestRequest): unknown {
    return request.user;
  }
}
