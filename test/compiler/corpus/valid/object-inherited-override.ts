import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Base {
  kind: string;
  id?: int;
}
interface Item extends Base {
  kind: 'a' | 'b';
  id: int;
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
              { name: 'kind', type: { kind: 'enum', values: ['a', 'b'] } },
              { name: 'id', type: { kind: 'integer' } },
            ],
          },
        },
      ],
    },
  },
};
