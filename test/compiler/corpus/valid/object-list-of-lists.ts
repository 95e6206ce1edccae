import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  rows: int[][];
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(items: Item[][]) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'items',
          type: {
            kind: 'array',
            items: {
              kind: 'array',
              items: {
                kind: 'object',
                name: 'Item',
                properties: [
                  {
                    name: 'rows',
                    type: { kind: 'array', items: { kind: 'array', items: { kind: 'integer' } } },
                  },
                ],
              },
            },
          },
        },
      ],
    },
  },
};
