import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  /** @minimum 1 @maximum 1e3 */
  a: int;
  /**
   * A part.
   * @exclusiveMinimum 0
   * @exclusiveMaximum 1
   */
  b: number;
  /** @multipleOf .5 @minimum -1.5 */
  c?: number | null;
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
              { name: 'a', type: { kind: 'integer' }, limits: { minimum: 1, maximum: 1000 } },
              {
                name: 'b',
                type: { kind: 'number' },
                description: 'A part.',
                limits: { minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: true },
              },
              {
                name: 'c',
                type: { kind: 'number', nullable: true },
                optional: true,
                limits: { multipleOf: 0.5, minimum: -1.5 },
              },
            ],
          },
        },
      ],
    },
  },
};
