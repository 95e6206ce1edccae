import {
  Cache,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';

const HEADER = 'X-Country';
const atBoot = { headers: ['Accept-Language'] as [string] };

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/headers', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '5m', vary: { headers: ['Accept-Language', HEADER] } })
  headers(n: int, request: RestRequest) {}

  @RestRoute('/boot', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '5m', vary: atBoot })
  boot(n: int, request: RestRequest) {}

  @RestRoute('/spread', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '5m', vary: { ...atBoot } })
  spread(n: int, request: RestRequest) {}

  @RestRoute('/method', HttpMethod.Get, new PublicAccess())
  @Cache({
    ttl: '5m',
    vary({ headers }) {
      return String(headers['accept-language']);
    },
  })
  method(n: int, request: RestRequest) {}
}

const parameters = [
  { name: 'n', type: { kind: 'integer' } },
  { name: 'request', type: { kind: 'request' } },
];

export const expected = {
  methods: {
    headers: { parameters },
    boot: { parameters },
    spread: { parameters },
    method: { parameters },
  },
};
