import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  /** Its key. */
  id: int;
  /**
   * What it is
   * called.
   * @example 'x'
   */
  title: string;
  // No docstring.
  flag: boolean;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: Item) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'item',
          type: {
            kind: 'object',
            name: 'Item',
            properties: [
              { name: 'id', type: { kind: 'integer' }, description: 'Its key.' },
              {
                name: 'title',
                type: { kind: 'string' },
                description: 'What it is called.',
                example: 'x',
              },
              { name: 'flag', type: { kind: 'boolean' } },
            ],
          },
        },
      ],
    },
  },
};
