import { Cache, HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  @Cache({ ['ttl']: '5m', ['vary']: 'none' })
  list() {}
}

export const expected = { methods: { list: { parameters: [] } } };
