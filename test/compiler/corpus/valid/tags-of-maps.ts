import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  /** @minProperties 1 @maxProperties 5 */
  counts: Record<string, int>;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: Item) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'item',
          type: {
            kind: 'object',
            name: 'Item',
            properties: [
              {
                name: 'counts',
                type: { kind: 'object', additional: { kind: 'integer' } },
                limits: { minProperties: 1, maxProperties: 5 },
              },
            ],
          },
        },
      ],
    },
  },
};
