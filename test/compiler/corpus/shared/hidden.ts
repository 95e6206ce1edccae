import { HttpMethod, PublicAccess, RestRoute } from 'nestjs-rest-routes';

class Service {}

export class Hidden {
  @RestRoute('/hidden', HttpMethod.Get, new PublicAccess())
  hidden(service: Service) {}
}
