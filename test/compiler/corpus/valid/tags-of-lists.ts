import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  /** @minItems 1 @maxItems 9 */
  a: int[];
  /** @uniqueItems */
  b: string[];
  /**
   * @uniqueItems true
   */
  c: { id: int }[];
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
                type: { kind: 'array', items: { kind: 'integer' } },
                limits: { minItems: 1, maxItems: 9 },
              },
              {
                name: 'b',
                type: { kind: 'array', items: { kind: 'string' } },
                limits: { uniqueItems: true },
              },
              {
                name: 'c',
                type: {
                  kind: 'array',
                  items: {
                    kind: 'object',
                    properties: [{ name: 'id', type: { kind: 'integer' } }],
                  },
                },
                limits: { uniqueItems: true },
              },
            ],
          },
        },
      ],
    },
  },
};
