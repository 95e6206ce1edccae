import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

interface Base<T> {
  inner: T;
}
interface Item extends Base<Item> {
  id: string;
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
            id: 1,
            properties: [
              { name: 'inner', type: { kind: 'object', name: 'Item', of: 1 } },
              { name: 'id', type: { kind: 'string' } },
            ],
          },
        },
      ],
    },
  },
};
