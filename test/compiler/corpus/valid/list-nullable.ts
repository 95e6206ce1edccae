import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a: int[] | null, b: (string | null)[]) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        { name: 'a', type: { kind: 'array', items: { kind: 'integer' }, nullable: true } },
        { name: 'b', type: { kind: 'array', items: { kind: 'string', nullable: true } } },
      ],
    },
  },
};
