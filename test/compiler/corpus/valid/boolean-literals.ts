import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(flag: true | false) {}
}

export const expected = {
  methods: { list: { parameters: [{ name: 'flag', type: { kind: 'boolean' } }] } },
};
