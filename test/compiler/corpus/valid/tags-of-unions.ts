import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  /** @minimum 1 @minLength 2 @maxItems 3 */
  a: string | int | string[];
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
                name: 'a',
                type: {
                  kind: 'union',
                  options: [
                    { kind: 'string' },
                    { kind: 'integer' },
                    { kind: 'array', items: { kind: 'string' } },
                  ],
                },
                limits: { minimum: 1, minLength: 2, maxItems: 3 },
              },
            ],
          },
        },
      ],
    },
  },
};
