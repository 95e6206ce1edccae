import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(__proto__: int, constructor: string) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        { name: '__proto__', type: { kind: 'integer' } },
        { name: 'constructor', type: { kind: 'string' } },
      ],
    },
  },
};
