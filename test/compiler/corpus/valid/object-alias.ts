import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

type Item = { id: int };
type Same = Item;

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: Item, same: Same) {}
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
          },
        },
        {
          name: 'same',
          type: {
            kind: 'object',
            name: 'Item',
            properties: [{ name: 'id', type: { kind: 'integer' } }],
          },
        },
      ],
    },
  },
};
