import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a: Extract<int | string, number>) {}
}

export const expected = {
  methods: { list: { parameters: [{ name: 'a', type: { kind: 'integer' } }] } },
};
