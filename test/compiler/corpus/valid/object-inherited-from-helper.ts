import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  id: int;
  title: string;
}
interface NewItem extends Omit<Item, 'id'>, Partial<Record<'flag', boolean>> {}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: NewItem) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'item',
          type: {
            kind: 'object',
            name: 'NewItem',
            properties: [
              { name: 'title', type: { kind: 'string' } },
              { name: 'flag', type: { kind: 'boolean' }, optional: true },
            ],
          },
        },
      ],
    },
  },
};
