import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface A {
  id?: int;
}
interface B extends A {
  title: string;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: A & B) {}
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
              { name: 'title', type: { kind: 'string' } },
            ],
          },
        },
      ],
    },
  },
};
