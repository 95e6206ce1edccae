import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  id: int;
}
type Lists<T> = { [Key in keyof T]: T[Key][] };

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: Lists<Item>) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'item',
          type: {
            kind: 'object',
            name: 'Lists',
            properties: [{ name: 'id', type: { kind: 'array', items: { kind: 'integer' } } }],
          },
        },
      ],
    },
  },
};
