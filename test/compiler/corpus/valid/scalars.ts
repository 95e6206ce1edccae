import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a: number, b: string, c: boolean) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        { name: 'a', type: { kind: 'number' } },
        { name: 'b', type: { kind: 'string' } },
        { name: 'c', type: { kind: 'boolean' } },
      ],
    },
  },
};
