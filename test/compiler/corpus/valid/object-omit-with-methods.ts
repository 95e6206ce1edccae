import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  id: int;
  run(): void;
  toText: () => string;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: Omit<Item, 'run' | 'toText'>) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'item',
          type: { kind: 'object', properties: [{ name: 'id', type: { kind: 'integer' } }] },
        },
      ],
    },
  },
};
