import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  id: int;
  tags: string[];
}
type Nullable<T> = { [Key in keyof T]: T[Key] | null };

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: Nullable<Item>) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'item',
          type: {
            kind: 'object',
            name: 'Nullable',
            properties: [
              { name: 'id', type: { kind: 'integer', nullable: true } },
              { name: 'tags', type: { kind: 'array', items: { kind: 'string' }, nullable: true } },
            ],
          },
        },
      ],
    },
  },
};
