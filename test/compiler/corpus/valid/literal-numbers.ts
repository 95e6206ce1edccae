import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(size: 10 | 25 | -1) {}
}

export const expected = {
  methods: {
    list: { parameters: [{ name: 'size', type: { kind: 'enum', values: [10, 25, -1] } }] },
  },
};
