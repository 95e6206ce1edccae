import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  id: int;
  title: string;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(items: Item[], more: readonly Item[], again: Array<Item>, last: ReadonlyArray<Item>) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'items',
          type: {
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
        {
          name: 'more',
          type: {
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
        {
          name: 'again',
          type: {
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
        {
          name: 'last',
          type: {
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
      ],
    },
  },
};
