import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

interface Item {
  title: string;
  flag?: boolean;
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
              { name: 'new_title', type: { kind: 'string' } },
              { name: 'new_flag', type: { kind: 'boolean' }, optional: true },
            ],
          },
        },
      ],
    },
  },
};
