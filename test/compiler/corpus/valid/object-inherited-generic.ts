import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Base<T, U = T[]> {
  one: T;
  many: U;
}
interface Item extends Base<int> {}
interface Other extends Base<int, string> {}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: Item, other: Other) {}
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
              { name: 'one', type: { kind: 'integer' } },
              { name: 'many', type: { kind: 'array', items: { kind: 'integer' } } },
            ],
          },
        },
        {
          name: 'other',
          type: {
            kind: 'object',
            name: 'Other',
            properties: [
              { name: 'one', type: { kind: 'integer' } },
              { name: 'many', type: { kind: 'string' } },
            ],
          },
        },
      ],
    },
  },
};
