import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  /**
   * Its key.
   * @see https://example.com
   * @deprecated
   * @author someone@example.com
   */
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
            properties: [{ name: 'id', type: { kind: 'integer' }, description: 'Its key.' }],
          },
        },
      ],
    },
  },
};
