import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  id: int;
  title: string;
}
type ById<T> = T extends string ? Item : { id: int };

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(a: ById<string>, b: ById<int>) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'a',
          type: {
            kind: 'object',
            name: 'Item',
            properties: [
              { name: 'id', type: { kind: 'integer' } },
              { name: 'title', type: { kind: 'string' } },
            ],
          },
        },
        {
          name: 'b',
          type: {
            kind: 'object',
            name: 'ById',
            properties: [{ name: 'id', type: { kind: 'integer' } }],
          },
        },
      ],
    },
  },
};
