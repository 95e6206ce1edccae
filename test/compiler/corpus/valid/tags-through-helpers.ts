import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  /** @minimum 1 */
  id: int;
  /** @minLength 2 @default none */
  title: string;
}
type Nullable<T> = { [Key in keyof T]: T[Key] | null };

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(
    a: Pick<Item, 'id'>,
    b: Partial<Item>,
    c: Omit<Item, 'id'>,
    d: Nullable<Pick<Item, 'id'>>,
  ) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'a',
          type: {
            kind: 'object',
            properties: [{ name: 'id', type: { kind: 'integer' }, limits: { minimum: 1 } }],
          },
        },
        {
          name: 'b',
          type: {
            kind: 'object',
            properties: [
              { name: 'id', type: { kind: 'integer' }, optional: true, limits: { minimum: 1 } },
              { name: 'title', type: { kind: 'string' }, optional: true, limits: { minLength: 2 } },
            ],
          },
        },
        {
          name: 'c',
          type: {
            kind: 'object',
            properties: [
              {
                name: 'title',
                type: { kind: 'string' },
                default: 'none',
                limits: { minLength: 2 },
              },
            ],
          },
        },
        {
          name: 'd',
          type: {
            kind: 'object',
            name: 'Nullable',
            properties: [
              { name: 'id', type: { kind: 'integer', nullable: true }, limits: { minimum: 1 } },
            ],
          },
        },
      ],
    },
  },
};
