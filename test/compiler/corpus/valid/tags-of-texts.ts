import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

interface Item {
  /** @minLength 1 @maxLength 40 */
  a: string;
  /** @pattern ^[a-z]{2,}@{1}[^@]+$ */
  b: string;
  /** @pattern /^\d+\/x$/ */
  c: string;
  /** @format email */
  d: string;
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
              { name: 'a', type: { kind: 'string' }, limits: { minLength: 1, maxLength: 40 } },
              { name: 'b', type: { kind: 'string' }, limits: { pattern: '^[a-z]{2,}@{1}[^@]+$' } },
              { name: 'c', type: { kind: 'string' }, limits: { pattern: '^\\d+\\/x$' } },
              { name: 'd', type: { kind: 'string' }, limits: { format: 'email' } },
            ],
          },
        },
      ],
    },
  },
};
