import {
  Cache,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '5m', tags: ({ id, slug }) => [`a-${id}`, `b-${slug}`] })
  one(id: int) {}

  @RestRoute('', HttpMethod.Get, new PublicAccess())
  @Cache({
    ttl: '5m',
    vary: function ({ arguments: { page, 'per-page': size } }: RestRequest) {
      return `${page}${size}`;
    },
  })
  list(page: int = 1) {}

  @RestRoute('/all', HttpMethod.Get, new PublicAccess())
  @Cache({
    ttl: '5m',
    tags({ kind }) {
      return [String(kind)];
    },
  })
  all() {}
}

// RR1037 at 14:3
// RR1037 at 18:3
// RR1037 at 27:3
