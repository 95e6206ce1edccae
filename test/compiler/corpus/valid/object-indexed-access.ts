import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  owner: { id: int };
  lines: { sku: string }[];
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(owner: Item['owner'], lines: Item['lines']) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'owner',
          type: { kind: 'object', properties: [{ name: 'id', type: { kind: 'integer' } }] },
        },
        {
          name: 'lines',
          type: {
            kind: 'array',
            items: { kind: 'object', properties: [{ name: 'sku', type: { kind: 'string' } }] },
          },
        },
      ],
    },
  },
};
