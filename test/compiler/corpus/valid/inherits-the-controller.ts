import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
class Parent {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  list(id: int) {}
}

export class Subject extends Parent {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  extra() {}
}

export const expected = {
  methods: {
    extra: { parameters: [] },
    list: { parameters: [{ name: 'id', type: { kind: 'integer' } }] },
  },
};
