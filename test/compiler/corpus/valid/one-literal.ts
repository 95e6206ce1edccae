import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(format: 'json') {}
}

export const expected = {
  methods: { list: { parameters: [{ name: 'format', type: { kind: 'enum', values: ['json'] } }] } },
};
