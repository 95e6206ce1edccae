import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/a/{x}', HttpMethod.Get, new PublicAccess())
  a(x: int) {
    return x;
  }
  @RestRoute('/A/{y}/', HttpMethod.Get, new PublicAccess())
  b(y: int) {
    return y;
  }
  @RestRoute('/a/{z}', HttpMethod.Get, new PublicAccess())
  c(z: string) {
    return z;
  }
  @RestRoute('/{kind}/top', HttpMethod.Get, new PublicAccess())
  d(kind: 'book' | 'film') {
    return kind;
  }
  @RestRoute('/{sort}/top', HttpMethod.Get, new PublicAccess())
  e(sort: 'film' | 'book') {
    return sort;
  }
  @RestRoute('/b/{slug}', HttpMethod.Get, new PublicAccess())
  f(@Param({ match: '[a-z]+' }) slug: string) {
    return slug;
  }
  @RestRoute('/b/{word}', HttpMethod.Get, new PublicAccess())
  g(@Param({ match: '[a-z]+' }) word: string) {
    return word;
  }
  @RestRoute('/b/{other}', HttpMethod.Get, new PublicAccess())
  h(@Param({ match: '[0-9a-z]+' }) other: string) {
    return other;
  }
}

// RR1013 at 16:14
// RR1013 at 28:14
// RR1013 at 36:14
