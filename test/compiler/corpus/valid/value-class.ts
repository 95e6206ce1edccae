import { ListOf, Param, ValueClass, type int } from 'nestjs-rest-routes';
import type { Kind } from '../shared/kinds.js';

@ValueClass()
export class Part {
  name: string;
}

class Base {
  sku: string;
}

@ValueClass()
export class Subject extends Base {
  static count = 0;
  /** How many. */
  @Param({ minimum: 1 }) qty: int = 1;
  note: string | null = null;
  kind?: Kind;
  @ListOf(Part, { maxItems: 3 }) parts: Part[];
  made: Date;
  'a-b': boolean;
  private secret = new Map();
  #hidden = 1;
  get size() {
    return this.#hidden;
  }
  method(anything: unknown) {
    return [this.secret, anything];
  }
}

export const expected = {
  properties: [
    { name: 'sku', type: { kind: 'string' } },
    {
      name: 'qty',
      type: { kind: 'integer' },
      optional: true,
      default: 1,
      description: 'How many.',
    },
    { name: 'note', type: { kind: 'string', nullable: true }, optional: true, default: null },
    {
      name: 'kind',
      type: { kind: 'enum', name: 'Kind', members: ['Book', 'Film'], values: ['book', 'film'] },
      optional: true,
    },
    { name: 'parts', type: { kind: 'array', items: { kind: 'class', name: 'Part' } } },
    { name: 'made', type: { kind: 'date' } },
    { name: 'a-b', type: { kind: 'boolean' } },
  ],
};

export const references = () => ({ Part });
