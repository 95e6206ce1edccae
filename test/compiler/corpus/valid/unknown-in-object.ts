import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

interface Item {
  meta: unknown;
  more?: unknown;
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
              { name: 'meta', type: { kind: 'any' } },
              { name: 'more', type: { kind: 'any' }, optional: true },
            ],
          },
        },
      ],
    },
  },
};
