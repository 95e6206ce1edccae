import {
  allOf,
  anyOf,
  Callback,
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';

// A constant that names itself is read once.
// @ts-expect-error it is used before its declaration
const circle: ReturnType<typeof allOf> = allOf(circle, new Capability('circle'));

@RestController('v1', '/subjects')
export class Subject {
  // @ts-expect-error a combination has a part
  @RestRoute('/a', HttpMethod.Get, allOf())
  a() {}
  // @ts-expect-error public access is no part of a combination
  @RestRoute('/b', HttpMethod.Get, anyOf(new PublicAccess()))
  b() {}
  @RestRoute('/c', HttpMethod.Get, allOf(new Capability('c'), anyOf(new Capability(''))))
  c() {}
  @RestRoute('/d/{id}', HttpMethod.Get, allOf(new Callback(Subject.one), new Callback(Subject.two)))
  d(id: int) {}
  @RestRoute('/e', HttpMethod.Get, circle)
  e() {}
  static one(id: int) {
    return id > 0;
  }
  static two(id: string, owner: string) {
    return id !== owner;
  }
}

// RR1008 at 20:36
// RR1008 at 23:36
// RR1008 at 25:36
// RR1011 at 34:14
// RR1010 at 34:26
