import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  id: int;
  [name: string]: unknown;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: Item, known: Pick<Item, 'id'>) {}
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
            properties: [{ name: 'id', type: { kind: 'integer' } }],
            additional: { kind: 'any' },
          },
        },
        {
          name: 'known',
          type: { kind: 'object', properties: [{ name: 'id', type: { kind: 'integer' } }] },
        },
      ],
    },
  },
};
