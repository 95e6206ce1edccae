import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

const VERSION = 'v7';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(version: typeof VERSION) {}
}

export const expected = {
  methods: { list: { parameters: [{ name: 'version', type: { kind: 'enum', values: ['v7'] } }] } },
};
