import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

type Id = int;

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(id: Id) {}
}

export const expected = {
  methods: { list: { parameters: [{ name: 'id', type: { kind: 'integer' } }] } },
};
