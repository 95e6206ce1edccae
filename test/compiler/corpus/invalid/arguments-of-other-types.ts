import {
  Arguments,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';

class Empty {}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/text', HttpMethod.Get, new PublicAccess())
  text(@Arguments() a: string) {}

  @RestRoute('/list', HttpMethod.Get, new PublicAccess())
  list(@Arguments() a: { id: int }[]) {}

  @RestRoute('/map', HttpMethod.Get, new PublicAccess())
  map(@Arguments() a: Record<string, int>) {}

  @RestRoute('/nullable', HttpMethod.Get, new PublicAccess())
  nullable(@Arguments() a: { id: int } | null) {}

  @RestRoute('/unknown', HttpMethod.Get, new PublicAccess())
  unknown(@Arguments() a: unknown) {}

  @RestRoute('/empty', HttpMethod.Get, new PublicAccess())
  empty(@Arguments() a: Empty) {}

  @RestRoute('/twice', HttpMethod.Get, new PublicAccess())
  twice(@Arguments() a: { id: int; q?: string }, q: string) {}

  @RestRoute('/{slug}', HttpMethod.Get, new PublicAccess())
  missing(@Arguments() a: { id: int }) {}

  @RestRoute('/optional/{q}', HttpMethod.Get, new PublicAccess())
  optional(@Arguments() a: { q?: string }) {}

  @RestRoute('/within', HttpMethod.Get, new PublicAccess())
  within(@Arguments() a: { tags: Map<string, string> }) {}
}

// RR1028 at 15:24
// RR1028 at 18:24
// RR1028 at 21:23
// RR1028 at 24:28
// RR1028 at 27:27
// RR1020 at 30:25
// RR1021 at 33:50
// RR1003 at 35:14
// RR1004 at 39:12
// RR2001 at 42:34
