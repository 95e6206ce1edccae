import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  id?: int;
  tags?: string[];
}

const make = (): Item => ({});

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: Item = {}, other: Item = { id: 1, tags: ['a'] }, late: Item = make()) {}
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
              { name: 'id', type: { kind: 'integer' }, optional: true },
              { name: 'tags', type: { kind: 'array', items: { kind: 'string' } }, optional: true },
            ],
          },
          optional: true,
          default: {},
        },
        {
          name: 'other',
          type: {
            kind: 'object',
            name: 'Item',
            properties: [
              { name: 'id', type: { kind: 'integer' }, optional: true },
              { name: 'tags', type: { kind: 'array', items: { kind: 'string' } }, optional: true },
            ],
          },
          optional: true,
          default: { id: 1, tags: ['a'] },
        },
        {
          name: 'late',
          type: {
            kind: 'object',
            name: 'Item',
            properties: [
              { name: 'id', type: { kind: 'integer' }, optional: true },
              { name: 'tags', type: { kind: 'array', items: { kind: 'string' } }, optional: true },
            ],
          },
          optional: true,
        },
      ],
    },
  },
};
