import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Base {
  id: int;
}
interface Named {
  title: string;
}
interface Item extends Base, Named {
  flag: boolean;
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
              { name: 'id', type: { kind: 'integer' } },
              { name: 'title', type: { kind: 'string' } },
              { name: 'flag', type: { kind: 'boolean' } },
            ],
          },
        },
      ],
    },
  },
};
