import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a: int | undefined) {}
}

export const expected = {
  methods: { list: { parameters: [{ name: 'a', type: { kind: 'integer' }, optional: true }] } },
};
