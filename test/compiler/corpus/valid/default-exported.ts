import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export default class Subject {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  list(id: int) {}
}

export const expected = {
  methods: { list: { parameters: [{ name: 'id', type: { kind: 'integer' } }] } },
};
