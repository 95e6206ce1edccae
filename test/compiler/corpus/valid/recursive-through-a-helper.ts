import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

interface Category {
  name: string;
  parent: Partial<Category>;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(category: Category) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'category',
          type: {
            kind: 'object',
            name: 'Category',
            properties: [
              { name: 'name', type: { kind: 'string' } },
              {
                name: 'parent',
                type: {
                  kind: 'object',
                  id: 1,
                  properties: [
                    { name: 'name', type: { kind: 'string' }, optional: true },
                    {
                      name: 'parent',
                      type: { kind: 'object', of: 1 },
                      optional: true,
                    },
                  ],
                },
              },
            ],
          },
        },
      ],
    },
  },
};
