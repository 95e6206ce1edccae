import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  id: int;
  title: string;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: { [Key in keyof Item as `new_${Key}`]: Item[Key] }) {}
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
              { name: 'new_id', type: { kind: 'integer' } },
              { name: 'new_title', type: { kind: 'string' } },
            ],
          },
        },
      ],
    },
  },
};
