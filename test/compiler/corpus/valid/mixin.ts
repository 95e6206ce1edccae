import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

class Root {}

function Findable<T extends abstract new (...args: never[]) => object>(base: T) {
  abstract class Found extends base {
    @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
    one(id: int) {}
  }
  return Found;
}

function WithPages() {
  class Paged {
    @RestRoute('', HttpMethod.Get, new PublicAccess())
    list(page: int = 1) {}
  }
  return Paged;
}

@RestController('v1', '/subjects')
export class Subject extends WithPages() {}

@RestController('v1', '/others')
export class Other extends Findable(Root) {}

export const expected = {
  methods: {
    list: {
      parameters: [{ name: 'page', type: { kind: 'integer' }, optional: true, default: 1 }],
    },
  },
};
