import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  a?: int;
  b: int | null;
  c: int | undefined;
  d?: int | null;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: Item, other?: Item | null) {}
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
              { name: 'a', type: { kind: 'integer' }, optional: true },
              { name: 'b', type: { kind: 'integer', nullable: true } },
              { name: 'c', type: { kind: 'integer' }, optional: true },
              { name: 'd', type: { kind: 'integer', nullable: true }, optional: true },
            ],
          },
        },
        {
          name: 'other',
          type: {
            kind: 'object',
            name: 'Item',
            properties: [
              { name: 'a', type: { kind: 'integer' }, optional: true },
              { name: 'b', type: { kind: 'integer', nullable: true } },
              { name: 'c', type: { kind: 'integer' }, optional: true },
              { name: 'd', type: { kind: 'integer', nullable: true }, optional: true },
            ],
            nullable: true,
          },
          optional: true,
        },
      ],
    },
  },
};
