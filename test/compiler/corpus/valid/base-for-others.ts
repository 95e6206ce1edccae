import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

/** For another package to extend: read there. */
export abstract class Base<T> {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(item: T) {}
}

export function makeBase() {
  class Made {
    @RestRoute('', HttpMethod.Get, new PublicAccess())
    list(page: int) {}
  }
  return Made;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int) {}
}

export const expected = {
  methods: { one: { parameters: [{ name: 'id', type: { kind: 'integer' } }] } },
};
