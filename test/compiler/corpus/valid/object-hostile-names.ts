import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  'a-b': int;
  constructor: string;
  toString: string;
  ['in brackets']: boolean;
  '"': int;
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
              { name: 'a-b', type: { kind: 'integer' } },
              { name: 'constructor', type: { kind: 'string' } },
              { name: 'toString', type: { kind: 'string' } },
              { name: 'in brackets', type: { kind: 'boolean' } },
              { name: '"', type: { kind: 'integer' } },
            ],
          },
        },
      ],
    },
  },
};
