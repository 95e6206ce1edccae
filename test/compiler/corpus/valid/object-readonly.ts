import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  id: int;
  title: string;
}
interface Fixed {
  readonly items: readonly Item[];
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: Readonly<Item>, fixed: Fixed) {}
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
              { name: 'id', type: { kind: 'integer' } },
              { name: 'title', type: { kind: 'string' } },
            ],
          },
        },
        {
          name: 'fixed',
          type: {
            kind: 'object',
            name: 'Fixed',
            properties: [
              {
                name: 'items',
                type: {
                  kind: 'array',
                  items: {
                    kind: 'object',
                    name: 'Item',
                    properties: [
                      { name: 'id', type: { kind: 'integer' } },
                      { name: 'title', type: { kind: 'string' } },
                    ],
                  },
                },
              },
            ],
          },
        },
      ],
    },
  },
};
