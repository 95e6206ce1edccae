import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  id: int;
  title: string;
}
type Change<T, K extends keyof T> = Partial<Omit<T, K>> & Pick<T, K>;

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: Change<Item, 'id'>) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'item',
          type: {
            kind: 'object',
            name: 'Change',
            properties: [
              { name: 'title', type: { kind: 'string' }, optional: true },
              { name: 'id', type: { kind: 'integer' } },
            ],
          },
        },
      ],
    },
  },
};
