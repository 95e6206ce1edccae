import { Callback, HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/list', HttpMethod.Get, new PublicAccess())
  list(signals: AbortSignal[]) {}

  @RestRoute('/union', HttpMethod.Get, new PublicAccess())
  union(signal: AbortSignal | string) {}

  @RestRoute('/object', HttpMethod.Get, new PublicAccess())
  object(options: { signal: AbortSignal }) {}

  @RestRoute('/permission', HttpMethod.Get, new Callback(Subject.may))
  permission() {}

  static may(signal: AbortSignal): boolean {
    return !signal.aborted;
  }

  @RestRoute('/number', HttpMethod.Get, new PublicAccess(), { deadline: 5 as never })
  number() {}

  @RestRoute('/zero', HttpMethod.Get, new PublicAccess(), { deadline: '0s' })
  zero() {}

  @RestRoute('/long', HttpMethod.Get, new PublicAccess(), { deadline: '25h' })
  long() {}
}

// RR2001 at 6:17
// RR2002 at 9:17
// RR2001 at 12:19
// RR1082 at 17:22
// RR1038 at 21:61
// RR1038 at 24:59
// RR1038 at 27:59
