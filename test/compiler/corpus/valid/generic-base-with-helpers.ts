import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

/** @minLength 2 */
type Title = string;

interface Item {
  /** @minimum 1 */
  id: int;
  title: Title;
}

interface Page<T> {
  items: T[];
  first?: T;
}

abstract class Base<T, Key extends keyof T> {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: Omit<T, 'id'>, page: Page<T>): Page<T> {
    return null as never;
  }

  @RestRoute('/{id}', HttpMethod.Patch, new PublicAccess())
  change(id: int, item: Partial<T> | null, part: { inner: Pick<T, Key>[] }) {}
}

@RestController('v1', '/subjects')
export class Subject extends Base<Item, 'title'> {}

const TITLE = { name: 'title', type: { kind: 'string' }, limits: { minLength: 2 } };
const ID = { name: 'id', type: { kind: 'integer' }, limits: { minimum: 1 } };
const ITEM = { kind: 'object', name: 'Item', properties: [ID, TITLE] };

const RETURNED = {
  kind: 'object',
  name: 'Item',
  properties: [
    { name: 'id', type: { kind: 'integer' } },
    { name: 'title', type: { kind: 'string' } },
  ],
};

export const expected = {
  methods: {
    create: {
      parameters: [
        { name: 'item', type: { kind: 'object', properties: [TITLE] } },
        {
          name: 'page',
          type: {
            kind: 'object',
            name: 'Page',
            properties: [
              { name: 'items', type: { kind: 'array', items: ITEM } },
              { name: 'first', type: ITEM, optional: true },
            ],
          },
        },
      ],
      returns: {
        kind: 'object',
        name: 'Page',
        properties: [
          { name: 'items', type: { kind: 'array', items: RETURNED } },
          { name: 'first', type: RETURNED, optional: true },
        ],
      },
    },
    change: {
      parameters: [
        { name: 'id', type: { kind: 'integer' } },
        {
          name: 'item',
          type: {
            kind: 'object',
            properties: [
              { ...ID, optional: true },
              { ...TITLE, optional: true },
            ],
            nullable: true,
          },
        },
        {
          name: 'part',
          type: {
            kind: 'object',
            properties: [
              {
                name: 'inner',
                type: { kind: 'array', items: { kind: 'object', properties: [TITLE] } },
              },
            ],
          },
        },
      ],
    },
  },
};
