import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  id: int;
  title: string;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: Partial<Item>) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'item',
          type: {
            kind: 'object',
            properties: [
              { name: 'id', type: { kind: 'integer' }, optional: true },
              { name: 'title', type: { kind: 'string' }, optional: true },
            ],
          },
        },
      ],
    },
  },
};
