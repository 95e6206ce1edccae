import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { Kind } from '../shared/kinds.js';

interface Entity {
  readonly id: int;
}

/** With a docstring. */
interface Item extends Entity {
  /** Without tax. */
  price: number;
  kind: Kind;
  tags: readonly string[];
  stock?: int | null;
  added: Date;
  state: 'new' | 'used';
  seller: { name: string };
  parent: Item | null;
  label(): string;
}

interface Page<T> {
  items: T[];
  total: int;
}

class Account {
  login = '';
  #secret = '';
  private token = '';
  protected hash = '';
  static count = 0;
  constructor(readonly age: int) {}
  check(): string {
    return this.#secret + this.token + this.hash;
  }
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/a', HttpMethod.Get, new PublicAccess())
  async a(): Promise<RestResponse<readonly Item[]>> {
    return new RestResponse([]);
  }
  @RestRoute('/b', HttpMethod.Get, new PublicAccess())
  b(): Page<Entity> {
    return { items: [], total: 0 };
  }
  @RestRoute('/c', HttpMethod.Get, new PublicAccess())
  c(): Account {
    return new Account(1);
  }
  @RestRoute('/d', HttpMethod.Get, new PublicAccess())
  d(): Pick<Item, 'id' | 'state'> | null {
    return null;
  }
  @RestRoute('/e', HttpMethod.Get, new PublicAccess())
  e(): { ok: boolean; by: Record<string, number>; either: string | number } {
    return { ok: true, by: {}, either: 1 };
  }
  @RestRoute('/f', HttpMethod.Get, new PublicAccess())
  f(): unknown {
    return 1;
  }
}

const string = { kind: 'string' };
const integer = { kind: 'integer' };
const state = { kind: 'enum', values: ['new', 'used'] };
const entity = {
  kind: 'object',
  name: 'Entity',
  properties: [{ name: 'id', readonly: true, type: integer }],
};

export const expected = {
  methods: {
    a: {
      parameters: [],
      returnsResponse: true,
      returns: {
        kind: 'array',
        items: {
          kind: 'object',
          name: 'Item',
          properties: [
            { name: 'id', readonly: true, type: integer },
            { name: 'price', type: { kind: 'number' }, description: 'Without tax.' },
            {
              name: 'kind',
              type: {
                kind: 'enum',
                name: 'Kind',
                members: ['Book', 'Film'],
                values: ['book', 'film'],
              },
            },
            { name: 'tags', type: { kind: 'array', items: string } },
            { name: 'stock', type: { kind: 'integer', nullable: true }, optional: true },
            { name: 'added', type: { kind: 'date' } },
            { name: 'state', type: state },
            {
              name: 'seller',
              type: { kind: 'object', properties: [{ name: 'name', type: string }] },
            },
            { name: 'parent', type: { kind: 'object', name: 'Item', nullable: true } },
          ],
        },
      },
    },
    b: {
      parameters: [],
      returns: {
        kind: 'object',
        name: 'Page',
        properties: [
          { name: 'items', type: { kind: 'array', items: entity } },
          { name: 'total', type: integer },
        ],
      },
    },
    c: {
      parameters: [],
      returns: {
        kind: 'object',
        name: 'Account',
        properties: [
          { name: 'login', type: string },
          { name: 'age', readonly: true, type: integer },
        ],
      },
    },
    d: {
      parameters: [],
      returns: {
        kind: 'object',
        nullable: true,
        properties: [
          { name: 'id', readonly: true, type: integer },
          { name: 'state', type: state },
        ],
      },
    },
    e: {
      parameters: [],
      returns: {
        kind: 'object',
        properties: [
          { name: 'ok', type: { kind: 'boolean' } },
          { name: 'by', type: { kind: 'object', additional: { kind: 'number' } } },
          { name: 'either', type: { kind: 'union', options: [{ kind: 'number' }, string] } },
        ],
      },
    },
    f: { parameters: [], returns: { kind: 'opaque', text: 'unknown' } },
  },
};
