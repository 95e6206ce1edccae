import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

class Root {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {}
}

function Findable<T extends new (...args: any[]) => object>(base: T) {
  class Found extends base {
    @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
    one(id: int) {}
  }
  return Found;
}

@RestController('v1', '/subjects')
export class Subject extends Findable(Root) {}

export const expected = {
  methods: {
    one: { parameters: [{ name: 'id', type: { kind: 'integer' } }] },
    list: { parameters: [] },
  },
};
