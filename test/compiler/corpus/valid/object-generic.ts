import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  id: int;
  title: string;
}
interface Page<T> {
  items: T[];
  total: int;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(page: Page<Item>, numbers: Page<int>) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'page',
          type: {
            kind: 'object',
            name: 'Page',
            properties: [
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
              { name: 'total', type: { kind: 'integer' } },
            ],
          },
        },
        {
          name: 'numbers',
          type: {
            kind: 'object',
            name: 'Page',
            properties: [
              { name: 'items', type: { kind: 'array', items: { kind: 'integer' } } },
              { name: 'total', type: { kind: 'integer' } },
            ],
          },
        },
      ],
    },
  },
};
