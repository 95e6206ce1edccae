import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Base {
  /** @minimum 1 */
  id: int;
  /** @minimum 1 */
  count: int;
}
interface Item extends Base {
  /** @minimum 5 */
  count: int;
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
              { name: 'id', type: { kind: 'integer' }, limits: { minimum: 1 } },
              { name: 'count', type: { kind: 'integer' }, limits: { minimum: 5 } },
            ],
          },
        },
      ],
    },
  },
};
