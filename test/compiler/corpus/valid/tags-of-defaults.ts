import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  /** @default 10 */
  a: int;
  /** @default draft */
  b: 'draft' | 'sent';
  /** @default 'in quotes' */
  c: string;
  /** @default "10" */
  d: string;
  /** @default 10 */
  e: string;
  /** @default [] */
  f: string[];
  /** @default {"id": 1} */
  g: { id: int };
  /** @default null */
  h: int | null;
  /** @default false */
  i?: boolean;
  /** @default 2020-01-01T00:00:00Z */
  j: Date;
  /** @default all */
  k: 'all' | int;
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
              { name: 'a', type: { kind: 'integer' }, default: 10 },
              {
                name: 'b',
                type: { kind: 'enum', values: ['draft', 'sent'] },
                default: 'draft',
              },
              { name: 'c', type: { kind: 'string' }, default: 'in quotes' },
              { name: 'd', type: { kind: 'string' }, default: '10' },
              { name: 'e', type: { kind: 'string' }, default: '10' },
              {
                name: 'f',
                type: { kind: 'array', items: { kind: 'string' } },
                default: [],
              },
              {
                name: 'g',
                type: { kind: 'object', properties: [{ name: 'id', type: { kind: 'integer' } }] },
                default: { id: 1 },
              },
              {
                name: 'h',
                type: { kind: 'integer', nullable: true },
                default: null,
              },
              { name: 'i', type: { kind: 'boolean' }, optional: true, default: false },
              {
                name: 'j',
                type: { kind: 'date' },
                default: '2020-01-01T00:00:00Z',
              },
              {
                name: 'k',
                type: {
                  kind: 'union',
                  options: [{ kind: 'enum', values: ['all'] }, { kind: 'integer' }],
                },
                default: 'all',
              },
            ],
          },
        },
      ],
    },
  },
};
