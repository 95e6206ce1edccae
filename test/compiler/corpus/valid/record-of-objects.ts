import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  id: int;
  title: string;
}
type Items = Record<string, Item[]>;

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(items: Items, nested: Record<string, Record<string, int>>) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'items',
          type: {
            kind: 'object',
            name: 'Items',
            additional: {
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
        },
        {
          name: 'nested',
          type: { kind: 'object', additional: { kind: 'object', additional: { kind: 'integer' } } },
        },
      ],
    },
  },
};
