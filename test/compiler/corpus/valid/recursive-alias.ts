import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

type Category = { name: string; parent: Category | null };

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
            id: 1,
            properties: [
              { name: 'name', type: { kind: 'string' } },
              {
                name: 'parent',
                type: { kind: 'object', name: 'Category', of: 1, nullable: true },
              },
            ],
          },
        },
      ],
    },
  },
};
