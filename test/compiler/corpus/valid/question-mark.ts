import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a?: string) {}
}

export const expected = {
  methods: { list: { parameters: [{ name: 'a', type: { kind: 'string' }, optional: true }] } },
};
