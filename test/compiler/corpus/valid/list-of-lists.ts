import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(grid: int[][]) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        {
          name: 'grid',
          type: { kind: 'array', items: { kind: 'array', items: { kind: 'integer' } } },
        },
      ],
    },
  },
};
