import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import type { Kind } from '../shared/kinds.js';

enum Size {
  Small = 1,
  Large = 2,
}
interface Item {
  kind: Kind;
  size: Size;
  state: 'draft' | 'sent';
  only: 'x';
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
                name: 'kind',
                type: {
                  kind: 'enum',
                  name: 'Kind',
                  members: ['Book', 'Film'],
                  values: ['book', 'film'],
                },
              },
              {
                name: 'size',
                type: { kind: 'enum', name: 'Size', members: ['Small', 'Large'], values: [1, 2] },
              },
              { name: 'state', type: { kind: 'enum', values: ['draft', 'sent'] } },
              { name: 'only', type: { kind: 'enum', values: ['x'] } },
            ],
          },
        },
      ],
    },
  },
};
